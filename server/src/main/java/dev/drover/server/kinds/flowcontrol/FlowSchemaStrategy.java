package dev.drover.server.kinds.flowcontrol;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Flow schemas: which requests share a priority level.
public final class FlowSchemaStrategy implements FlowControlStrategy {
  private static final long DEFAULT_PRECEDENCE = 1000;
  private static final long MAX_PRECEDENCE = 10_000;
  private static final List<String> METHODS = List.of("ByNamespace", "ByUser");

  /// The mandatory schemas, which cannot be changed.
  private static final Map<String, Object> MANDATORY =
      Map.of(
          "exempt",
          Map.of(
              "priorityLevelConfiguration",
              Map.of("name", "exempt"),
              "matchingPrecedence",
              1L,
              "rules",
              List.of(allRequestsOf("system:masters"))),
          "catch-all",
          Map.of(
              "priorityLevelConfiguration",
              Map.of("name", "catch-all"),
              "matchingPrecedence",
              MAX_PRECEDENCE,
              "distinguisherMethod",
              Map.of("type", "ByUser"),
              "rules",
              List.of(allRequestsOf("system:unauthenticated", "system:authenticated"))));

  private static Map<String, Object> allRequestsOf(String... groups) {
    List<String> all = List.of("*");
    return Map.of(
        "subjects",
        List.of(groups).stream()
            .map(group -> Map.of("kind", "Group", "group", Map.of("name", group)))
            .toList(),
        "resourceRules",
        List.of(
            Map.of(
                "verbs", all,
                "apiGroups", all,
                "resources", all,
                "namespaces", all,
                "clusterScope", true)),
        "nonResourceRules",
        List.of(Map.of("verbs", all, "nonResourceURLs", all)));
  }

  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    if (spec.number("matchingPrecedence", 0) == 0) {
      spec.set("matchingPrecedence", DEFAULT_PRECEDENCE);
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    FieldValidator spec = place.child("spec");
    String name = object.at("metadata").text("name");
    checkSpec(spec, name);
    Object fixed = MANDATORY.get(name);
    if (fixed != null && !Objects.equals(spec.value(), fixed)) {
      spec.invalid(
          InternalForm.of("flowcontrol/v1.FlowSchemaSpec", spec.node()),
          "spec of '" + name + "' must equal the fixed value");
    }
    FlowControlStrategy.checkStatus(place);
    return place.errors();
  }

  private static void checkSpec(FieldValidator spec, String name) {
    FieldValidator precedence = spec.child("matchingPrecedence");
    if (precedence.number() <= 0) {
      precedence.invalid("must be a positive value");
    }
    if (precedence.number() > MAX_PRECEDENCE) {
      precedence.invalid("must not be greater than " + MAX_PRECEDENCE);
    }
    if (precedence.number() == 1 && !name.equals("exempt")) {
      precedence.invalid("only the schema named 'exempt' may have matchingPrecedence 1");
    }
    FieldValidator method = spec.child("distinguisherMethod");
    if (method.isPresent() && !METHODS.contains(method.child("type").text())) {
      method
          .child("type")
          .notSupported(
              InternalForm.of("flowcontrol/v1.FlowDistinguisherMethod", method.node()), METHODS);
    }
    FieldValidator level = spec.child("priorityLevelConfiguration", "name");
    if (level.needText("must reference a priority level")) {
      level.checkText(Names::dnsSubdomain);
    }
    spec.child("rules").each(FlowSchemaStrategy::checkRules);
  }

  private static void checkRules(FieldValidator rules) {
    FieldValidator subjects = rules.child("subjects");
    if (subjects.size() == 0) {
      subjects.required("subjects must contain at least one value");
    }
    subjects.each(FlowSubjectValidation::check);
    FieldValidator resources = rules.child("resourceRules");
    FieldValidator urls = rules.child("nonResourceRules");
    if (resources.size() == 0 && urls.size() == 0) {
      rules.required("at least one of resourceRules and nonResourceRules has to be non-empty");
    }
    resources.each(FlowRuleValidation::checkResources);
    urls.each(FlowRuleValidation::checkUrls);
  }
}
