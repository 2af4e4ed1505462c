package dev.drover.server.kinds.resource;

import dev.drover.api.Names;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.NodeSelectorValidation;
import dev.drover.server.validation.SemanticVersion;
import dev.drover.server.validation.StringFormats;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Validates a device of a slice: its attributes, its capacity, and the nodes that can use it.
final class DeviceValidation {
  private static final int MAX_ATTRIBUTES = 32; // and capacities
  private static final int MAX_VALUE = 64;
  private static final int MAX_TAINTS = 16;
  private static final int MAX_CONSUMPTIONS = 2;
  private static final int MAX_COUNTERS = 32;
  private static final int MAX_CONDITIONS = 4;
  private static final String ONE_OF =
      "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when"
          + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec";

  private DeviceValidation() {}

  /// @param old what the device was like before; empty for a new one
  /// @param isPerDevice whether each device says for itself where it can be used
  static void check(FieldValidator device, TreeNode old, boolean isPerDevice) {
    device.child("name").checkText(Names::dnsLabel);
    FieldValidator attributes = device.child("attributes");
    FieldValidator capacity = device.child("capacity");
    int size = attributes.size() + capacity.size();
    if (size > MAX_ATTRIBUTES) {
      device.invalid(
          (long) size,
          "the total number of attributes and capacities must not exceed " + MAX_ATTRIBUTES);
    }
    for (String name : attributes.keys()) {
      DeviceNames.checkQualified(attributes, name);
      checkAttribute(entry(attributes, name));
    }
    boolean isShared = device.child("allowMultipleAllocations").isTrue();
    for (String name : capacity.keys()) {
      DeviceNames.checkQualified(capacity, name);
      CapacityValidation.check(entry(capacity, name), isShared);
    }
    if (!Objects.equals(device.child("taints").value(), old.get("taints"))) {
      BoundedLists.check(device.child("taints"), MAX_TAINTS, DeviceTaintValidation::check);
    }
    BoundedLists.checkSet(
        device.child("consumesCounters"),
        MAX_CONSUMPTIONS,
        DeviceValidation::checkConsumption,
        it -> it.child("counterSet").text());
    if (isPerDevice) {
      checkNodes(device);
    } else if (device.has("nodeName") || device.has("nodeSelector") || device.has("allNodes")) {
      device.invalid(
          null,
          "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is"
              + " set to true in the ResourceSlice spec");
    }
    checkBinding(device);
  }

  /// The entry of a map, with a key in its path that is not too long.
  private static FieldValidator entry(FieldValidator map, String key) {
    FieldValidator entry = map.entry(key);
    return entry.as(map.path().key(DeviceNames.shortened(key, DeviceNames.MAX_QUALIFIED)));
  }

  private static void checkAttribute(FieldValidator attribute) {
    int values = 0;
    for (String name : List.of("bool", "int", "string", "version")) {
      values += attribute.has(name) ? 1 : 0;
    }
    checkLength(attribute.child("string"));
    FieldValidator version = attribute.child("version");
    if (version.isPresent()) {
      if (SemanticVersion.parse(version.text()).isEmpty()) {
        version.invalid("must be a string compatible with semver.org spec 2.0.0");
      }
      checkLength(version);
    }
    if (values == 0) {
      attribute.invalid("", "exactly one value must be specified");
    } else if (values > 1) {
      attribute.invalid(
          InternalForm.of("resource/v1.DeviceAttribute", attribute.node()),
          "exactly one value must be specified");
    }
  }

  private static void checkLength(FieldValidator text) {
    if (StringFormats.length(text.text()) > MAX_VALUE) {
      text.tooLong(MAX_VALUE);
    }
  }

  private static void checkConsumption(FieldValidator consumption) {
    FieldValidator set = consumption.child("counterSet");
    if (set.needText()) {
      set.checkText(Names::dnsLabel);
    }
    checkCounters(consumption.child("counters"));
  }

  /// Counters by name; complaints are about all of them.
  static void checkCounters(FieldValidator counters) {
    if (counters.size() == 0) {
      counters.required("");
    } else if (counters.size() > MAX_COUNTERS) {
      counters.tooMany(MAX_COUNTERS);
    } else {
      for (String name : counters.keys()) {
        Names.dnsLabel(name).forEach(complaint -> counters.invalid(name, complaint));
      }
    }
  }

  private static void checkNodes(FieldValidator device) {
    List<String> given = new ArrayList<>();
    FieldValidator node = device.child("nodeName");
    if (node.isPresent() && node.isBlank()) {
      node.invalid("must not be empty");
    } else if (node.isPresent()) {
      given.add("`nodeName`");
      node.checkText(Names::dnsSubdomain);
    }
    FieldValidator selector = device.child("nodeSelector");
    if (selector.isPresent()) {
      given.add("`nodeSelector`");
      NodeSelectorValidation.check(selector);
    }
    FieldValidator all = device.child("allNodes");
    if (all.isTrue()) {
      given.add("`allNodes`");
    } else if (all.isPresent()) {
      all.invalid("must be either unset or set to true");
    }
    if (given.isEmpty()) {
      device.required(ONE_OF);
    } else if (given.size() > 1) {
      device.invalid("{" + String.join(", ", given) + "}", ONE_OF);
    }
  }

  /// What must come true, or must not, before a pod may use the device.
  static void checkBinding(FieldValidator device) {
    FieldValidator good = device.child("bindingConditions");
    FieldValidator bad = device.child("bindingFailureConditions");
    for (FieldValidator list : List.of(good, bad)) {
      BoundedLists.check(list, MAX_CONDITIONS, it -> it.checkText(Names::qualifiedName));
    }
    Set<String> seen = new HashSet<>();
    for (FieldValidator condition : good.items()) {
      if (!seen.add(condition.text())) {
        condition.duplicate();
      }
    }
    Set<String> failures = new HashSet<>();
    for (FieldValidator condition : bad.items()) {
      if (!failures.add(condition.text())) {
        condition.duplicate();
      }
      if (seen.contains(condition.text())) {
        condition.invalid("bindingFailureConditions must not overlap with bindingConditions");
      }
    }
    if (good.size() == 0 && bad.size() > 0) {
      good.invalid("bindingConditions are required to use bindingFailureConditions");
    }
    if (bad.size() == 0 && good.size() > 0) {
      bad.invalid("bindingFailureConditions are required to use bindingConditions");
    }
  }
}
