package dev.drover.server.validation;

import dev.drover.api.Names;

/// Validates node selectors: in the affinity of pods, and in volumes that only some nodes reach.
public final class NodeSelectorValidation {
  private NodeSelectorValidation() {}

  /// A selector, which needs a term.
  ///
  /// In Go: {@index validation.ValidateNodeSelector}.
  public static void check(FieldValidator selector) {
    FieldValidator terms = selector.child("nodeSelectorTerms");
    if (terms.size() == 0) {
      terms.required("must have at least one node selector term");
    }
    terms.each(term -> checkTerm(term, true));
  }

  /// A term of a selector.
  ///
  /// @param checksValues whether values have to be such as labels can have
  public static void checkTerm(FieldValidator term, boolean checksValues) {
    term.child("matchExpressions").each(r -> checkRequirement(r, checksValues));
    term.child("matchFields").each(NodeSelectorValidation::checkFieldRequirement);
  }

  private static void checkRequirement(FieldValidator requirement, boolean checksValues) {
    FieldValidator operator = requirement.child("operator");
    FieldValidator values = requirement.child("values");
    switch (operator.text()) {
      case "In", "NotIn" -> {
        if (values.size() == 0) {
          values.required("must be specified when `operator` is 'In' or 'NotIn'");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (values.size() > 0) {
          values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      case "Gt", "Lt" -> {
        if (values.size() != 1) {
          values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
        }
      }
      default -> operator.invalidTyped("not a valid selector operator");
    }
    requirement.child("key").checkText(Names::qualifiedName);
    if (checksValues) {
      values.each(value -> value.checkText(Names::labelValue));
    }
  }

  /// Fields can be told apart by the name of the node only.
  private static void checkFieldRequirement(FieldValidator requirement) {
    FieldValidator operator = requirement.child("operator");
    FieldValidator values = requirement.child("values");
    if (!operator.text().equals("In") && !operator.text().equals("NotIn")) {
      operator.invalidTyped("not a valid selector operator");
    } else if (values.size() != 1) {
      values.required(
          "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
    }
    FieldValidator key = requirement.child("key");
    if (key.text().equals("metadata.name")) {
      values.each(value -> value.checkText(Names::dnsSubdomain));
    } else {
      key.invalid(key.text(), "not a valid field selector key");
    }
  }
}
