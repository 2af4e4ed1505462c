package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;
import dev.drover.server.rules.Addresses;
import dev.drover.server.rules.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Pods.
public final class PodStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode pod) {
    PodDefaults.setPod(pod);
  }

  @Override
  public void prepareForCreate(TreeNode pod) {
    String qosClass = pod.at("status").text("qosClass");
    TreeNode status = pod.set("status", Map.of()).at("status");
    status.set("phase", "Pending");
    status.set("qosClass", qosClass.isEmpty() ? QosClass.of(pod.at("spec")) : qosClass);
    DisabledFields.dropFromSpec(pod.at("spec"));
    PodPreparation.prepare(pod);
  }

  @Override
  public List<FieldError> validate(TreeNode pod) {
    return PodRules.checkNew(pod);
  }

  @Override
  public void prepareForUpdate(TreeNode pod, TreeNode old) {
    Statuses.keep(pod, old);
    DisabledFields.dropFromSpec(pod.at("spec"));
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode pod, TreeNode old) {
    return PodUpdateRules.check(pod, old);
  }

  @Override
  public void prepareForStatusUpdate(TreeNode pod, TreeNode old) {
    PodStatusRules.prepare(pod, old);
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode pod, TreeNode old) {
    return PodStatusRules.check(pod, old);
  }

  /// A pod ends at once unless a kubelet has it; then it has the time that was asked for.
  @Override
  public OptionalLong gracePeriod(TreeNode pod, OptionalLong requested) {
    TreeNode spec = pod.at("spec");
    String phase = pod.at("status").text("phase");
    if (spec.text("nodeName").isEmpty() || phase.equals("Failed") || phase.equals("Succeeded")) {
      return OptionalLong.of(0);
    }
    long period = requested.orElse(spec.number("terminationGracePeriodSeconds", 0));
    return OptionalLong.of(period < 0 ? 1 : period);
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }

  @Override
  public Map<String, String> selectableFields(TreeNode pod) {
    TreeNode spec = pod.at("spec");
    TreeNode status = pod.at("status");
    Map<String, String> fields = new LinkedHashMap<>();
    for (String name :
        List.of("nodeName", "restartPolicy", "schedulerName", "serviceAccountName")) {
      fields.put("spec." + name, spec.text(name));
    }
    fields.put("spec.hostNetwork", Boolean.toString(spec.isTrue("hostNetwork")));
    fields.put("status.phase", status.text("phase"));
    fields.put("status.podIP", status.text("podIP"));
    fields.put("status.podIPs", "");
    fields.put("status.nominatedNodeName", status.text("nominatedNodeName"));
    return fields;
  }

  /// Changes of pods are mostly made by programs, which do not listen.
  @Override
  public List<String> warnings(TreeNode pod, @Nullable TreeNode old) {
    return old == null ? PodWarnings.ofPod(pod) : List.of();
  }

  @Override
  public List<String> statusWarnings(TreeNode pod) {
    List<String> warnings = new ArrayList<>();
    for (String field : List.of("podIPs", "hostIPs")) {
      for (Place address : Place.root(pod).child("status", field).items()) {
        Place ip = address.child("ip");
        warnings.addAll(Addresses.ipWarnings(ip.path(), ip.text()));
      }
    }
    return warnings;
  }
}
