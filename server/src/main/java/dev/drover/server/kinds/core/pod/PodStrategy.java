package dev.drover.server.kinds.core.pod;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.StatusFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.IpFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Prepares and validates pods.
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
    return PodValidation.checkNew(pod);
  }

  @Override
  public void prepareForUpdate(TreeNode pod, TreeNode old, String now) {
    StatusFields.keep(pod, old);
    DisabledFields.dropFromSpec(pod.at("spec"));
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode pod, TreeNode old) {
    return PodUpdateValidation.check(pod, old);
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((pod, old, _) -> prepareStatus(pod, old))
        .validating(this::validateStatus)
        .warning((pod, _) -> statusWarnings(pod));
  }

  private void prepareStatus(TreeNode pod, TreeNode old) {
    PodStatusValidation.prepare(pod, old);
  }

  private List<FieldError> validateStatus(TreeNode pod, TreeNode old) {
    return PodStatusValidation.check(pod, old);
  }

  /// A pod ends at once unless a kubelet has it; then it has the time that was asked for.
  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT.gracefully(PodStrategy::gracePeriod);
  }

  private static OptionalLong gracePeriod(TreeNode pod, OptionalLong requested) {
    TreeNode spec = pod.at("spec");
    String phase = pod.at("status").text("phase");
    if (spec.text("nodeName").isEmpty() || phase.equals("Failed") || phase.equals("Succeeded")) {
      return OptionalLong.of(0);
    }
    long period = requested.orElse(spec.number("terminationGracePeriodSeconds", 0));
    return OptionalLong.of(period < 0 ? 1 : period);
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode pod) {
    TreeNode spec = pod.at("spec");
    TreeNode status = pod.at("status");
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("spec.nodeName", spec.text("nodeName"));
    fields.put("spec.restartPolicy", spec.text("restartPolicy"));
    fields.put("spec.schedulerName", spec.text("schedulerName"));
    fields.put("spec.serviceAccountName", spec.text("serviceAccountName"));
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

  private List<String> statusWarnings(TreeNode pod) {
    List<String> warnings = new ArrayList<>();
    for (String field : List.of("podIPs", "hostIPs")) {
      for (FieldValidator address : FieldValidator.root(pod).child("status", field).items()) {
        FieldValidator ip = address.child("ip");
        warnings.addAll(IpFields.ipWarnings(ip.path(), ip.text()));
      }
    }
    return warnings;
  }
}
