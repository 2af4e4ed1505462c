package dev.drover.server.table;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.api.GroupKind;
import dev.drover.schema.TreeNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Who may do what: bindings of roles, certificates, admission, and fairness between requests.
final class PolicyColumns {
  private static final String ADMISSION = "admissionregistration.k8s.io";
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final String FLOW_CONTROL = "flowcontrol.apiserver.k8s.io";

  private PolicyColumns() {}

  static Map<GroupKind, List<Column>> all() {
    return Map.ofEntries(
        Map.entry(new GroupKind(RBAC, "RoleBinding"), binding()),
        Map.entry(new GroupKind(RBAC, "ClusterRoleBinding"), binding()),
        Map.entry(
            new GroupKind("certificates.k8s.io", "CertificateSigningRequest"), signingRequest()),
        Map.entry(new GroupKind("certificates.k8s.io", "ClusterTrustBundle"), trustBundle()),
        Map.entry(new GroupKind(ADMISSION, "MutatingWebhookConfiguration"), webhooks()),
        Map.entry(new GroupKind(ADMISSION, "ValidatingWebhookConfiguration"), webhooks()),
        Map.entry(
            new GroupKind(ADMISSION, "ValidatingAdmissionPolicy"),
            admissionPolicy("Validations", "spec.validations")),
        Map.entry(
            new GroupKind(ADMISSION, "MutatingAdmissionPolicy"),
            admissionPolicy("Mutations", "spec.mutations")),
        Map.entry(new GroupKind(ADMISSION, "ValidatingAdmissionPolicyBinding"), policyBinding()),
        Map.entry(new GroupKind(ADMISSION, "MutatingAdmissionPolicyBinding"), policyBinding()),
        Map.entry(new GroupKind(FLOW_CONTROL, "FlowSchema"), flowSchema()),
        Map.entry(new GroupKind(FLOW_CONTROL, "PriorityLevelConfiguration"), priorityLevel()),
        Map.entry(new GroupKind("apiregistration.k8s.io", "APIService"), apiService()));
  }

  private static List<Column> binding() {
    return List.of(
        name(),
        text(
            "Role",
            binding ->
                binding.at("roleRef").text("kind") + "/" + binding.at("roleRef").text("name")),
        age(),
        text("Users", binding -> subjects(binding, "User")).wide(),
        text("Groups", binding -> subjects(binding, "Group")).wide(),
        text("ServiceAccounts", binding -> subjects(binding, "ServiceAccount")).wide());
  }

  private static String subjects(TreeNode binding, String kind) {
    return binding.items("subjects").stream()
        .filter(subject -> subject.text("kind").equals(kind))
        .map(
            subject ->
                (kind.equals("ServiceAccount") ? subject.text("namespace") + "/" : "")
                    + subject.text("name"))
        .collect(Collectors.joining(", "));
  }

  private static List<Column> signingRequest() {
    return List.of(
        name(),
        age(),
        text("SignerName", Cells.filledOr("spec.signerName", Cells.NONE)),
        text("Requestor", Cells.text("spec.username")),
        text("RequestedDuration", PolicyColumns::requestedDuration),
        text("Condition", PolicyColumns::requestCondition));
  }

  private static String requestedDuration(TreeNode request) {
    TreeNode spec = request.at("spec");
    return spec.has("expirationSeconds")
        ? Ages.of(Duration.ofSeconds(spec.number("expirationSeconds", 0)))
        : Cells.NONE;
  }

  private static String requestCondition(TreeNode request) {
    Set<String> types =
        request.at("status").items("conditions").stream()
            .map(condition -> condition.text("type"))
            .collect(Collectors.toSet());
    String decision = types.contains("Approved") ? "Approved" : "Pending";
    return (types.contains("Denied") ? "Denied" : decision)
        + (types.contains("Failed") ? ",Failed" : "")
        + (request.at("status").text("certificate").isEmpty() ? "" : ",Issued");
  }

  private static List<Column> trustBundle() {
    return List.of(name(), text("SignerName", Cells.filledOr("spec.signerName", Cells.NONE)));
  }

  private static List<Column> webhooks() {
    return List.of(name(), integer("Webhooks", Cells.size("webhooks")), age());
  }

  private static List<Column> admissionPolicy(String rules, String path) {
    return List.of(
        name(),
        integer(rules, Cells.size(path)),
        text("ParamKind", PolicyColumns::parameterKind),
        age());
  }

  private static String parameterKind(TreeNode policy) {
    return policy
        .at("spec")
        .child("paramKind")
        .map(kind -> kind.text("apiVersion") + "/" + kind.text("kind"))
        .orElse(Cells.UNSET);
  }

  private static List<Column> policyBinding() {
    return List.of(
        name(),
        text("PolicyName", Cells.text("spec.policyName")),
        text("ParamRef", PolicyColumns::parameter),
        age());
  }

  private static String parameter(TreeNode binding) {
    TreeNode reference = Cells.at(binding, "spec.paramRef");
    String name = reference.text("name");
    String namespace = reference.text("namespace");
    if (!name.isEmpty()) {
      return (namespace.isEmpty() ? "*" : namespace) + "/" + name;
    }
    return reference.child("selector").map(PolicyColumns::goText).orElse(Cells.UNSET);
  }

  /// A selector as Go prints its type.
  private static String goText(TreeNode selector) {
    String labels =
        selector.textMap("matchLabels").entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(label -> label.getKey() + ": " + label.getValue() + ",")
            .collect(Collectors.joining());
    String expressions =
        selector.items("matchExpressions").stream()
            .map(
                expression ->
                    "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                        .formatted(
                            expression.text("key"),
                            expression.text("operator"),
                            String.join(" ", expression.texts("values"))))
            .collect(Collectors.joining());
    return "&LabelSelector{MatchLabels:map[string]string{"
        + labels
        + "},MatchExpressions:[]LabelSelectorRequirement{"
        + expressions
        + "},}";
  }

  private static List<Column> flowSchema() {
    return List.of(
        name(),
        text("PriorityLevel", Cells.text("spec.priorityLevelConfiguration.name")),
        text("MatchingPrecedence", Cells.number("spec.matchingPrecedence")),
        text("DistinguisherMethod", Cells.textOr("spec.distinguisherMethod.type", Cells.NONE)),
        age(),
        text(
            "MissingPL",
            schema ->
                Cells.condition(schema, "Dangling")
                    .map(condition -> condition.text("status"))
                    .orElse("?")));
  }

  private static List<Column> priorityLevel() {
    String queuing = "spec.limited.limitResponse.queuing.";
    return List.of(
        name(),
        text("Type", Cells.text("spec.type")),
        text(
            "NominalConcurrencyShares",
            Cells.numberOr("spec.limited.nominalConcurrencyShares", Cells.NONE)),
        text("Queues", Cells.numberOr(queuing + "queues", Cells.NONE)),
        text("HandSize", Cells.numberOr(queuing + "handSize", Cells.NONE)),
        text("QueueLengthLimit", Cells.numberOr(queuing + "queueLengthLimit", Cells.NONE)),
        age());
  }

  private static List<Column> apiService() {
    return List.of(
        name(),
        text(
            "Service",
            api ->
                api.at("spec")
                    .child("service")
                    .map(service -> service.text("namespace") + "/" + service.text("name"))
                    .orElse("Local")),
        text("Available", PolicyColumns::availability),
        age());
  }

  private static String availability(TreeNode api) {
    return Cells.condition(api, "Available")
        .map(
            condition ->
                condition.text("status").equals("True") || condition.text("reason").isEmpty()
                    ? condition.text("status")
                    : condition.text("status") + " (" + condition.text("reason") + ")")
        .orElse("Unknown");
  }
}
