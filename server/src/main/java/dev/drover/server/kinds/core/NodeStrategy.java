package dev.drover.server.kinds.core;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.GoQuoting;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.Cidr;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.IpFields;
import dev.drover.server.validation.ResourceLists;
import dev.drover.server.validation.ResourceNames;
import dev.drover.server.validation.StringFormats;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Nodes. Unlike other kinds, a new one may come with its status.
public final class NodeStrategy implements StatusStrategy {
  private static final Pattern FEATURE =
      Pattern.compile("[A-Z][a-zA-Z0-9]*(/[a-zA-Z][a-zA-Z0-9]*)*");
  private static final int FEATURE_LENGTH = 253;
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final String ONCE = "node updates may not change %s except from \"\" to valid";

  @Override
  public void setDefaults(TreeNode object) {
    TreeNode status = object.orCreate("status");
    for (String name : List.of("capacity", "allocatable")) {
      ResourceLists.setDefaults(status, name);
    }
    if (!status.has("allocatable") && status.has("capacity")) {
      status.set("allocatable", status.get("capacity"));
    }
    samePodCidrs(object.orCreate("spec"));
  }

  /// The old field holds the first of the new one; setting one of them sets both.
  private static void samePodCidrs(TreeNode spec) {
    String one = spec.text("podCIDR");
    List<String> all = spec.texts("podCIDRs");
    if (!one.isEmpty() && (all.isEmpty() || !all.getFirst().equals(one))) {
      spec.set("podCIDRs", List.of(one));
    } else if (one.isEmpty() && !all.isEmpty()) {
      spec.set("podCIDR", all.getFirst());
    }
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object.at("spec").remove("configSource");
    object.at("status").remove("config");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    StatusStrategy.keep(object, old, "status");
    if (!old.at("spec").has("configSource")) {
      object.at("spec").remove("configSource");
    }
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((object, old, _) -> prepareStatus(object, old))
        .validating(this::validateStatus);
  }

  private void prepareStatus(TreeNode object, TreeNode old) {
    UpdateStrategy.restoreAllButStatus(object, old);
    if (!old.at("status").has("config")) {
      object.at("status").remove("config");
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator node = FieldValidator.root(object);
    check(node);
    return node.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator node = FieldValidator.root(object);
    check(node);
    checkUpdate(node, old);
    return node.errors();
  }

  private List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    FieldValidator node = FieldValidator.root(object);
    checkUpdate(node, old);
    return node.errors();
  }

  private static void check(FieldValidator node) {
    checkTaints(node);
    checkAmounts(node.child("status"));
    FieldValidator swap = node.child("status", "nodeInfo").child("swap", "capacity");
    swap.as(FieldPath.of("metadata", "nodeSwapStatus", "capacity"))
        .ifPresent(FieldValidator::needPositive);
    checkFeatures(node.child("status", "declaredFeatures"));
    checkPodCidrs(node.child("spec", "podCIDRs"));
  }

  /// Complaints about taints have a path of their own.
  private static void checkTaints(FieldValidator node) {
    FieldValidator taints = node.child("spec", "taints").as(FieldPath.of("metadata", "taints"));
    Set<List<String>> found = new HashSet<>();
    for (FieldValidator taint : taints.items()) {
      taint.child("key").checkText(Names::qualifiedName);
      FieldValidator value = taint.child("value");
      List<String> complaints = Names.labelValue(value.text());
      if (!complaints.isEmpty()) {
        value.invalid(value.text(), String.join(";", complaints));
      }
      FieldValidator effect = taint.child("effect");
      if (effect.needText()) {
        effect.needOneOf(EFFECTS);
      }
      if (!found.add(List.of(effect.text(), taint.child("key").text()))) {
        taint.report(
            List.of(
                new FieldError(
                    FieldError.Type.DUPLICATE,
                    taint.path().toString(),
                    InternalForm.of("core/v1.Taint", taint.node()),
                    "taints must be unique by key and effect pair")));
      }
    }
  }

  private static void checkAmounts(FieldValidator status) {
    for (String field : List.of("capacity", "allocatable")) {
      FieldValidator amounts = status.child(field);
      amounts
          .entries()
          .forEach(
              (name, amount) ->
                  ResourceNames.checkAmount(amount.as(below(amounts.path(), name)), name));
    }
  }

  private static FieldPath below(FieldPath path, String name) {
    return name.isEmpty() ? path.key("") : path.child(name);
  }

  private static void checkFeatures(FieldValidator features) {
    List<FieldValidator> items = features.items();
    for (int i = 0; i < items.size(); i++) {
      checkFeature(items.get(i));
      if (i + 1 < items.size()) {
        FieldValidator next = items.get(i + 1);
        int order = items.get(i).text().compareTo(next.text());
        if (order == 0) {
          next.duplicate();
        } else if (order > 0) {
          next.invalid("list must be sorted alphabetically");
        }
      }
    }
  }

  private static void checkFeature(FieldValidator feature) {
    String quoted = "invalid feature name " + GoQuoting.quote(feature.text());
    if (StringFormats.length(feature.text()) > FEATURE_LENGTH) {
      feature.invalid(quoted + ": must be no more than 253 characters");
    } else if (!FEATURE.matcher(feature.text()).matches()) {
      feature.invalid(
          quoted
              + ": must start with an UpperCamelCase segment, with subsequent segments separated by"
              + " '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric"
              + " characters and slashes");
    }
  }

  private static void checkPodCidrs(FieldValidator cidrs) {
    cidrs.each(cidr -> cidr.checkText(IpFields::legacyCidr));
    if (cidrs.size() < 2) {
      return;
    }
    List<Optional<Cidr>> parsed = cidrs.items().stream().map(it -> Cidr.parse(it.text())).toList();
    for (int i = 0; i < parsed.size(); i++) {
      if (parsed.get(i).isEmpty()) {
        String text = cidrs.items().get(i).text();
        cidrs.report(
            List.of(
                FieldError.internal(
                    cidrs.path(),
                    "invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[%d]: %s"
                        .formatted(i, "<nil> (invalid CIDR address: " + text + ")"))));
        break;
      }
    }
    boolean isDual =
        parsed.stream().allMatch(Optional::isPresent)
            && parsed.stream().map(it -> it.orElseThrow().isV6()).distinct().count() == 2;
    if (!isDual || cidrs.size() > 2) {
      cidrs.invalid("may specify no more than one CIDR for each IP family");
    }
  }

  private static void checkUpdate(FieldValidator node, TreeNode old) {
    checkAmounts(node.child("status"));
    checkFeatures(node.child("status", "declaredFeatures"));
    checkAddresses(node.child("status", "addresses"));
    FieldValidator spec = node.child("spec");
    TreeNode was = old.at("spec");
    checkSamePodCidrs(spec.child("podCIDRs"), was.texts("podCIDRs"));
    if (!was.text("providerID").isEmpty()
        && !was.text("providerID").equals(spec.child("providerID").text())) {
      spec.child("providerID").forbidden(ONCE.formatted("providerID"));
    }
    checkTaints(node);
    if (!was.text("externalID").equals(spec.child("externalID").text())) {
      spec.child("externalID").forbidden("may not be updated");
    }
  }

  private static void checkAddresses(FieldValidator addresses) {
    Set<List<String>> found = new HashSet<>();
    for (FieldValidator address : addresses.items()) {
      if (!found.add(List.of(address.child("type").text(), address.child("address").text()))) {
        address.duplicate(InternalForm.of("core/v1.NodeAddress", address.node()));
      }
    }
  }

  private static void checkSamePodCidrs(FieldValidator cidrs, List<String> was) {
    if (was.isEmpty()) {
      return;
    }
    if (cidrs.size() != was.size()) {
      cidrs.forbidden(ONCE.formatted("podCIDR"));
      return;
    }
    for (int i = 0; i < was.size(); i++) {
      if (!was.get(i).equals(cidrs.items().get(i).text())) {
        cidrs.forbidden(ONCE.formatted("podCIDR"));
      }
    }
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    TreeNode spec = object.at("spec");
    if (spec.has("configSource")) {
      warnings.add("spec.configSource: the feature is removed");
    }
    if (!spec.text("externalID").isEmpty()) {
      warnings.add("spec.externalID: this field is deprecated, and is unused by Kubernetes");
    }
    List<String> cidrs = spec.texts("podCIDRs");
    for (int i = 0; i < cidrs.size(); i++) {
      warnings.addAll(
          IpFields.cidrWarnings(FieldPath.of("spec", "podCIDRs").index(i), cidrs.get(i)));
    }
    return warnings;
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    return Map.of("spec.unschedulable", String.valueOf(object.at("spec").isTrue("unschedulable")));
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
