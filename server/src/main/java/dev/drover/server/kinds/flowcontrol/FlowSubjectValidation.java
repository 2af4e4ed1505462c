package dev.drover.server.kinds.flowcontrol;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import java.util.Map;

/// The subjects of a flow schema.
final class FlowSubjectValidation {
  /// The field of each kind of subject; in the order in which superfluous ones are reported.
  private static final Map<String, String> FIELDS =
      Map.of("ServiceAccount", "serviceAccount", "User", "user", "Group", "group");

  private static final List<String> ORDER = List.of("ServiceAccount", "User", "Group");

  private FlowSubjectValidation() {}

  static void check(FieldValidator subject) {
    FieldValidator kind = subject.child("kind");
    String field = FIELDS.get(kind.text());
    if (field == null) {
      kind.notSupported(List.of("Group", "ServiceAccount", "User"));
      return;
    }
    checkPresent(subject.child(field), kind.text());
    for (String other : ORDER) {
      FieldValidator wrong = subject.child(FIELDS.getOrDefault(other, ""));
      if (!other.equals(kind.text()) && wrong.isPresent()) {
        wrong.forbidden(
            FIELDS.get(other) + " is forbidden when subject kind is not '" + other + "'");
      }
    }
  }

  private static void checkPresent(FieldValidator subject, String kind) {
    if (!subject.isPresent()) {
      subject.required(FIELDS.get(kind) + " is required when subject kind is '" + kind + "'");
      return;
    }
    FieldValidator name = subject.child("name");
    boolean isNamed = name.needText();
    if (!kind.equals("ServiceAccount")) {
      return;
    }
    if (isNamed && !name.text().equals("*")) {
      name.checkText(Names::dnsSubdomain);
    }
    FieldValidator namespace = subject.child("namespace");
    if (namespace.needText("must specify namespace for service account")) {
      namespace.checkText(Names::dnsLabel);
    }
  }
}
