package dev.drover.server.kinds.resource;

import dev.drover.api.Names;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.DriverNames;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.NodeSelectorValidation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The `spec` of a slice: driver, nodes and devices.
final class ResourceSliceValidation {
  private static final int MAX_DEVICES = 128;
  private static final int MAX_ADVANCED_DEVICES = 64;
  private static final int MAX_COUNTER_SETS = 8;
  private static final String ONE_OF =
      "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";

  private ResourceSliceValidation() {}

  /// @param old empty for a new slice
  static void check(FieldValidator spec, TreeNode old) {
    DriverNames.checkName(spec.child("driver"));
    checkPool(spec.child("pool"));
    if (!old.map().isEmpty()) {
      FieldValidator was = FieldValidator.of(old, spec.path());
      Immutability.needSame(spec.child("pool", "name"), was.child("pool", "name"));
      Immutability.needSame(spec.child("driver"), was.child("driver"));
      Immutability.needSamePointer(spec.child("nodeName"), was.child("nodeName"));
    }
    checkNodes(spec);
    FieldValidator devices = spec.child("devices");
    FieldValidator counters = spec.child("sharedCounters");
    if (counters.isPresent() && devices.isPresent()) {
      spec.invalid("", "only one of `sharedCounters` or `devices` is allowed");
    }
    boolean isAdvanced =
        devices.items().stream().anyMatch(it -> it.has("taints") || it.has("consumesCounters"));
    boolean isPerDevice = spec.child("perDeviceNodeSelection").isTrue();
    BoundedLists.checkSet(
        devices,
        isAdvanced ? MAX_ADVANCED_DEVICES : MAX_DEVICES,
        device -> DeviceValidation.check(device, before(old, device), isPerDevice),
        device -> device.child("name").text());
    BoundedLists.checkSet(
        counters,
        MAX_COUNTER_SETS,
        ResourceSliceValidation::checkCounters,
        it -> it.child("name").text());
  }

  private static TreeNode before(TreeNode old, FieldValidator device) {
    return old.items("devices").stream()
        .filter(it -> it.text("name").equals(device.child("name").text()))
        .findFirst()
        .orElseGet(TreeNode::empty);
  }

  private static void checkPool(FieldValidator pool) {
    DeviceNames.checkPool(pool.child("name"));
    pool.child("resourceSliceCount").needPositive();
    FieldValidator generation = pool.child("generation");
    if (generation.number() < 0) {
      generation.invalid("must be greater than or equal to zero");
    }
  }

  private static void checkNodes(FieldValidator spec) {
    List<String> given = new ArrayList<>();
    FieldValidator node = spec.child("nodeName");
    if (node.isPresent() && node.isBlank()) {
      node.invalid("must be either unset or set to a non-empty string");
    } else if (node.isPresent()) {
      given.add("`nodeName`");
      node.checkText(Names::dnsSubdomain);
    }
    FieldValidator selector = spec.child("nodeSelector");
    if (selector.isPresent()) {
      given.add("`nodeSelector`");
      NodeSelectorValidation.check(selector);
      FieldValidator terms = selector.child("nodeSelectorTerms");
      if (terms.size() != 1) {
        terms.invalid(shownTerms(terms), "must have exactly one node selector term");
      }
    }
    for (String name : List.of("allNodes", "perDeviceNodeSelection")) {
      FieldValidator flag = spec.child(name);
      if (flag.isTrue()) {
        given.add("`" + name + "`");
      } else if (flag.isPresent()) {
        flag.invalid("must be either unset or set to true");
      }
    }
    if (given.isEmpty()) {
      spec.required(ONE_OF);
    } else if (given.size() > 1) {
      spec.invalid("{" + String.join(", ", given) + "}", ONE_OF + ", but multiple fields are set");
    }
  }

  private static @Nullable Object shownTerms(FieldValidator terms) {
    return terms.isPresent()
        ? terms.items().stream()
            .map(term -> InternalForm.of("core/v1.NodeSelectorTerm", term.node()))
            .toList()
        : null;
  }

  private static void checkCounters(FieldValidator set) {
    FieldValidator name = set.child("name");
    if (name.needText()) {
      name.checkText(Names::dnsLabel);
    }
    DeviceValidation.checkCounters(set.child("counters"));
  }
}
