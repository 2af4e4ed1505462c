package dev.drover.server.kinds.resource;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;

/// Validates the `spec` of claims and of their templates.
final class ResourceClaimValidation {
  static final int MAX_CONFIGS = 32;

  private static final int MAX_CONSTRAINTS = 32;

  private ResourceClaimValidation() {}

  static void setDefaults(TreeNode spec) {
    spec.at("devices").items("requests").forEach(DeviceRequestValidation::setDefaults);
  }

  static void check(FieldValidator spec) {
    FieldValidator devices = spec.child("devices");
    RequestNames names = RequestNames.of(devices.node());
    BoundedLists.checkSet(
        devices.child("requests"),
        DeviceRequestValidation.MAX,
        DeviceRequestValidation::check,
        it -> it.child("name").text());
    BoundedLists.check(
        devices.child("constraints"), MAX_CONSTRAINTS, place -> checkConstraint(place, names));
    BoundedLists.check(
        devices.child("config"),
        MAX_CONFIGS,
        config -> {
          checkReferences(config.child("requests"), names);
          DeviceConfigValidation.check(config, true);
        });
  }

  private static void checkConstraint(FieldValidator constraint, RequestNames names) {
    checkReferences(constraint.child("requests"), names);
    FieldValidator match = constraint.child("matchAttribute");
    FieldValidator distinct = constraint.child("distinctAttribute");
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

  static void checkReferences(FieldValidator requests, RequestNames names) {
    BoundedLists.checkSet(
        requests, DeviceRequestValidation.MAX, names::check, FieldValidator::text);
  }
}
