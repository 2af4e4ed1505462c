package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private final List<AuditEvent> events = new CopyOnWriteArrayList<>();

  private EmbeddedApiServer start() {
    // tag::listener
    var options =
        EmbeddedApiServer.Options.defaults()
            .with(o -> o.audit(AuditOptions.none().withListener(events::add)));
    // end::listener
    return EmbeddedApiServer.start(options);
  }

  private static EmbeddedApiServer start(Path policy, Path log) {
    return EmbeddedApiServer.start(
        EmbeddedApiServer.Options.defaults()
            .with(o -> o.audit(AuditOptions.none().withPolicyFile(policy).withLogFile(log))));
  }

  private AuditEvent last() {
    return events.getLast();
  }

  @Test
  void listenerHasTheEventsOfARequestWhenItsAnswerArrives() throws Exception {
    try (var server = start();
        var admin = Https.asAdmin(server)) {
      var reply = admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
      assertThat(events)
          .extracting(AuditEvent::stage)
          .containsExactly("RequestReceived", "ResponseComplete");
      assertThat(last().auditId()).isEqualTo(reply.header("audit-id"));
      assertThat(last().verb()).isEqualTo("create");
      assertThat(last().code()).isEqualTo(201);
      assertThat(last().user()).isEqualTo(server.admin().name());
      assertThat(last().requestUri()).isEqualTo(CONFIG_MAPS);
      assertThat(last().annotations())
          .containsEntry("authorization.k8s.io/decision", "allow")
          .containsEntry("authorization.k8s.io/reason", "");
      assertThat(last().requestObject().orElseThrow().utf8())
          .isEqualTo(
              "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"data\":{\"k\":\"v\"},\"metadata\":{\"name\":\"a\"}}");
      assertThat(last().responseObject().orElseThrow().utf8()).contains("\"managedFields\"");
      assertThat(last().json().utf8())
          .contains(
              "\"objectRef\":{\"resource\":\"configmaps\",\"namespace\":\"default\",\"name\":\"a\",\"apiVersion\":\"v1\"}");
    }
  }

  @Test
  void eventOfAFailureHasItsStatus() throws Exception {
    try (var server = start();
        var admin = Https.asAdmin(server)) {
      admin.get(CONFIG_MAPS + "/none");
      assertThat(last().code()).isEqualTo(404);
      assertThat(last().json().utf8())
          .contains(
              "\"reason\":\"NotFound\",\"details\":{\"name\":\"none\",\"kind\":\"configmaps\"}");
    }
  }

  @Test
  void unauthenticatedRequestHasOneEventWithoutAUser() throws Exception {
    try (var server = start();
        var nobody = Https.asNobody(server)) {
      nobody.get(CONFIG_MAPS, "Authorization", "Bearer wrong");
      assertThat(events).hasSize(1);
      assertThat(last().stage()).isEqualTo("ResponseStarted");
      assertThat(last().code()).isEqualTo(401);
      assertThat(last().json().utf8()).contains("\"user\":{}");
    }
  }

  @Test
  void impersonationNamesBothUsers() throws Exception {
    try (var server = start();
        var admin = Https.asAdmin(server)) {
      admin.get(CONFIG_MAPS, "Impersonate-User", "jane");
      assertThat(last().user()).isEqualTo(server.admin().name());
      assertThat(last().json().utf8())
          .contains(
              "\"impersonatedUser\":{\"username\":\"jane\",\"groups\":[\"system:authenticated\"]}",
              "\"impersonationConstraint\":\"impersonate:user-info\"");
      assertThat(last().annotations()).containsEntry("authorization.k8s.io/decision", "forbid");
    }
  }

  @Test
  void watchHasAnEventWhenItStartsAndOneWhenItEnds() throws Exception {
    try (var server = start();
        var admin = Https.asAdmin(server)) {
      admin.get(CONFIG_MAPS + "?watch=1&timeoutSeconds=1");
      Eventually.await(
          () ->
              assertThat(events)
                  .extracting(AuditEvent::stage)
                  .containsExactly("RequestReceived", "ResponseStarted", "ResponseComplete"));
    }
  }

  @Test
  void admissionPoliciesAndPodSecurityAnnotateTheEvent() throws Exception {
    String policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolic";
    try (var server = start();
        var admin = Https.asAdmin(server)) {
      var policy =
          admin.post(
              policies + "ies",
              """
              {"metadata":{"name":"p"},"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],"apiVersions":["v1"],
              "operations":["CREATE"],"resources":["pods"]}]},
              "validations":[{"expression":"object.metadata.name == 'b'","message":"not b"}],
              "auditAnnotations":[{"key":"name","valueExpression":"'is ' + object.metadata.name"}]}}
              """);
      assertThat(policy.status()).as(policy.text()).isEqualTo(201);
      var binding =
          admin.post(
              policies + "ybindings",
              "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"policyName\":\"p\",\"validationActions\":[\"Audit\"]}}");
      assertThat(binding.status()).as(binding.text()).isEqualTo(201);
      var pod =
          admin.post(
              "/api/v1/namespaces/default/pods",
              "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
      assertThat(pod.status()).isEqualTo(201);
      assertThat(last().annotations())
          .containsEntry("p/name", "is a")
          .containsEntry(
              "validation.policy.admission.k8s.io/validation_failure",
              "[{\"message\":\"not"
                  + " b\",\"policy\":\"p\",\"binding\":\"q\",\"expressionIndex\":0,\"validationActions\":[\"Audit\"]}]")
          .containsEntry("pod-security.kubernetes.io/enforce-policy", "privileged:latest");
    }
  }

  @Test
  void policyDecidesWhatIsWrittenToTheFile(@TempDir Path folder) throws Exception {
    Path policy = folder.resolve("policy.yaml");
    Path log = folder.resolve("log").resolve("audit.log");
    Files.writeString(
        policy,
        """
        apiVersion: audit.k8s.io/v1
        kind: Policy
        omitStages: [RequestReceived]
        rules:
        - level: None
          verbs: [list]
        - level: Metadata
          resources: [{group: "", resources: [secrets]}]
        - level: Request
          omitManagedFields: true
        """);
    try (var server = start(policy, log);
        var admin = Https.asAdmin(server)) {
      admin.get(CONFIG_MAPS);
      admin.post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}");
      admin.delete(CONFIG_MAPS + "/none");
    }
    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .contains("\"level\":\"Metadata\"", "\"name\":\"s\"")
        .doesNotContain("requestObject");
    assertThat(lines.get(1)).contains("\"level\":\"Request\"", "\"code\":404");
  }

  @Test
  void brokenPolicyIsRefusedWithTheFileAndTheField(@TempDir Path folder) throws Exception {
    Path policy = folder.resolve("policy.yaml");
    Files.writeString(
        policy,
        """
        apiVersion: audit.k8s.io/v1
        kind: Policy
        rules: [{level: Everything}]
        """);
    assertThatThrownBy(() -> start(policy, folder.resolve("log")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            policy.toString(), "rules[0].level: Unsupported value: \"Everything\"");
  }
}
