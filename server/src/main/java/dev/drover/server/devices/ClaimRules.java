package dev.drover.server.devices;

import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Place;

/// What a claim asks for: the `spec` of claims and of their templates.
final class ClaimRules {
  static final int MAX_CONFIGS = 32;

  private static final int MAX_CONSTRAINTS = 32;

  private ClaimRules() {}

  static void setDefaults(TreeNode spec) {
    spec.at("devices").items("requests").forEach(DeviceRequests::setDefaults);
  }

  static void check(Place spec) {
    Place devices = spec.child("devices");
    RequestNames names = RequestNames.of(devices.node());
    Lists.checkSet(
        devices.child("requests"),
        DeviceRequests.MAX,
        DeviceRequests::check,
        it -> it.child("name").text());
    Lists.check(
        devices.child("constraints"), MAX_CONSTRAINTS, place -> checkConstraint(place, names));
    Lists.check(
        devices.child("config"),
        MAX_CONFIGS,
        config -> {
          checkReferences(config.child("requests"), names);
          DeviceConfigs.check(config, true);
        });
  }

  private static void checkConstraint(Place constraint, RequestNames names) {
    checkReferences(constraint.child("requests"), names);
    Place match = constraint.child("matchAttribute");
    Place distinct = constraint.child("distinctAttribute");
    if (match.isPresent()) {
      DeviceNames.checkFullyQualified(match);
    } else if (distinct.isPresent()) {
      DeviceNames.checkFullyQualified(distinct);
    } else {
      constraint.required(
          "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple"
              + " fields are set");
    }
  }

  static void checkReferences(Place requests, RequestNames names) {
    Lists.checkSet(requests, DeviceRequests.MAX, names::check, Place::text);
  }
}
