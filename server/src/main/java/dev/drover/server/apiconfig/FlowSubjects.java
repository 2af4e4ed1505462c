package dev.drover.server.apiconfig;

import dev.drover.api.Names;
import dev.drover.server.rules.Place;
import java.util.List;
import java.util.Map;

/// Whose requests a flow schema is about.
final class FlowSubjects {
  /// The field that says who, by kind; in the order in which the others are complained about.
  private static final Map<String, String> FIELDS =
      Map.of("ServiceAccount", "serviceAccount", "User", "user", "Group", "group");

  private static final List<String> ORDER = List.of("ServiceAccount", "User", "Group");

  private FlowSubjects() {}

  static void check(Place subject) {
    Place kind = subject.child("kind");
    String field = FIELDS.get(kind.text());
    if (field == null) {
      kind.notSupported(List.of("Group", "ServiceAccount", "User"));
      return;
    }
    checkPresent(subject.child(field), kind.text());
    for (String other : ORDER) {
      Place wrong = subject.child(FIELDS.getOrDefault(other, ""));
      if (!other.equals(kind.text()) && wrong.isPresent()) {
        wrong.forbidden(
            FIELDS.get(other) + " is forbidden when subject kind is not '" + other + "'");
      }
    }
  }

  private static void checkPresent(Place who, String kind) {
    if (!who.isPresent()) {
      who.required(FIELDS.get(kind) + " is required when subject kind is '" + kind + "'");
      return;
    }
    Place name = who.child("name");
    boolean isNamed = name.needText();
    if (!kind.equals("ServiceAccount")) {
      return;
    }
    if (isNamed && !name.text().equals("*")) {
      name.checkText(Names::dnsSubdomain);
    }
    Place namespace = who.child("namespace");
    if (namespace.needText("must specify namespace for service account")) {
      namespace.checkText(Names::dnsLabel);
    }
  }
}
