package dev.drover.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Identities;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.CreateOnlyResource;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.Resource;
import dev.drover.server.core.Subresources;
import dev.drover.server.core.UserInfo;
import dev.drover.server.kinds.BuiltInResources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReviewsTest {
  private static final UserInfo JANE =
      new UserInfo("jane", "7", List.of("viewers"), Map.of("k", List.of("v")));
  private static final String ROBOT =
      "{apiVersion: v1, kind: ServiceAccount, metadata: {name: robot, namespace: shop, uid: u1}}";

  private Instant now = Instant.parse("2026-01-01T00:00:00.5Z");
  private final YamlObjects stored =
      new YamlObjects()
          .add(
              """
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRole
              metadata: {name: reader}
              rules:
              - {verbs: [get], apiGroups: [""], resources: [pods], resourceNames: [a]}
              - {verbs: [get], nonResourceURLs: [/healthz]}
              ---
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRoleBinding
              metadata: {name: readers}
              roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
              subjects: [{kind: Group, name: viewers}]
              """);
  private final StaticTokens tokens = new StaticTokens();
  private final AccessControl access =
      new AccessControl(
          new Identities(() -> now, List.of()).clientCaPem(),
          tokens,
          CertificateAuthority.newKeys(),
          stored::now,
          () -> now);
  private final Subresources places = new Subresources();

  ReviewsTest() {
    access.register(places);
    tokens.add("s3cret", JANE);
  }

  private DynamicObject create(String plural, String yaml) {
    return create(plural, "", "", yaml);
  }

  /// Creates at `plural`, or `plural/name/subresource`.
  private DynamicObject create(String plural, String name, String subresource, String yaml) {
    Resource resource =
        BuiltInResources.all().stream()
            .filter(r -> r.gvr().resource().equals(plural))
            .findFirst()
            .orElseThrow();
    CreateOnlyResource handler = places.notStored(resource, subresource).orElseThrow();
    TreeNode object = TreeNode.copyOf(Manifests.parse(yaml).getFirst().tree());
    handler.setDefaults(object);
    RequestInfo info =
        RequestInfo.onResource(
            "create",
            resource.gvr().group(),
            resource.gvr().version(),
            resource.namespaced() ? "shop" : "",
            plural,
            subresource,
            name);
    Call call = new Call("POST", "", Map.of(), Map.of(), Bytes.EMPTY, JANE, info, new CallNotes());
    return DynamicObject.ofTree(handler.create(call, resource, object));
  }

  private static String review(String group, String kind, String spec) {
    return "{apiVersion: %s.k8s.io/v1, kind: %s, spec: %s}".formatted(group, kind, spec);
  }

  private DynamicObject access(String spec) {
    return create("subjectaccessreviews", review("authorization", "SubjectAccessReview", spec));
  }

  @Test
  void accessReviewReturnsDecisionAndReason() {
    assertThat(
            access("{groups: [viewers], resourceAttributes: {verb: get, resource: pods, name: a}}")
                .map("status"))
        .isEqualTo(
            Map.of(
                "allowed",
                true,
                "reason",
                "RBAC: allowed by ClusterRoleBinding \"readers\" of ClusterRole \"reader\" to Group"
                    + " \"viewers\""));
    assertThat(
            access("{user: jane, nonResourceAttributes: {verb: get, path: /healthz}}")
                .map("status"))
        .isEqualTo(Map.of("allowed", false));
  }

  @Test
  void selfSubjectAccessReviewUsesTheCaller() {
    assertThat(
            create(
                    "selfsubjectaccessreviews",
                    review(
                        "authorization",
                        "SelfSubjectAccessReview",
                        "{nonResourceAttributes: {verb: get, path: /healthz}}"))
                .bool("status", "allowed"))
        .contains(true);
  }

  @Test
  void accessReviewValidationHasTheErrorTextsOfKubernetes() {
    assertThatThrownBy(() -> access("{}"))
        .hasMessage(
            ".authorization.k8s.io \"\" is invalid: [spec.resourceAttributes: Invalid value: null:"
                + " exactly one of nonResourceAttributes or resourceAttributes must be specified,"
                + " spec.user: Invalid value: \"\": at least one of user or group must be"
                + " specified]");
    assertThatThrownBy(
            () ->
                access(
                    "{user: a, resourceAttributes: {verb: get}, nonResourceAttributes: {path: /x,"
                        + " verb: get}}"))
        .hasMessageContaining(
            "spec.nonResourceAttributes: Invalid value: {\"Path\":\"/x\",\"Verb\":\"get\"}: cannot"
                + " be specified in combination with resourceAttributes");
    assertThatThrownBy(
            () ->
                create(
                    "localsubjectaccessreviews",
                    review(
                        "authorization",
                        "LocalSubjectAccessReview",
                        "{user: a, resourceAttributes: {verb: get}}, metadata: {name: x, namespace:"
                            + " shop}")))
        .hasMessage(
            ".authorization.k8s.io \"\" is invalid: [metadata: Invalid value:"
                + " {\"name\":\"x\",\"namespace\":\"shop\"}: must be empty except for namespace,"
                + " spec.resourceAttributes.namespace: Invalid value: \"\": must match"
                + " metadata.namespace]");
  }

  @Test
  void malformedSelectorsAreReported() {
    assertThat(
            access(
                    """
                    {user: a, resourceAttributes: {verb: get,
                      fieldSelector: {requirements: [{key: c, operator: In, values: [c]},
                                                     {key: c, operator: Foo}]},
                      labelSelector: {rawSelector: "a in"}}}
                    """)
                .text("status", "evaluationError"))
        .contains(
            "spec.resourceAttributes.fieldSelector partially ignored due to parse error;"
                + " spec.resourceAttributes.labelSelector ignored due to parse error");
    assertThatThrownBy(() -> access("{user: a, resourceAttributes: {labelSelector: {}}}"))
        .hasMessageContaining(
            "spec.resourceAttributes.labelSelector.requirements: Required value: when"
                + " spec.resourceAttributes.labelSelector is specified, requirements or rawSelector"
                + " is required");
  }

  @Test
  void selfSubjectReviewsReturnRulesAndIdentity() {
    DynamicObject rules =
        create(
            "selfsubjectrulesreviews",
            review("authorization", "SelfSubjectRulesReview", "{namespace: shop}"));
    assertThat(rules.map("status"))
        .isEqualTo(
            Map.of(
                "resourceRules",
                List.of(
                    Map.of(
                        "verbs",
                        List.of("get"),
                        "apiGroups",
                        List.of(""),
                        "resources",
                        List.of("pods"),
                        "resourceNames",
                        List.of("a"))),
                "nonResourceRules",
                List.of(Map.of("verbs", List.of("get"), "nonResourceURLs", List.of("/healthz"))),
                "incomplete",
                false));
    assertThatThrownBy(
            () ->
                create(
                    "selfsubjectrulesreviews",
                    review("authorization", "SelfSubjectRulesReview", "{}")))
        .hasMessage("no namespace on request");

    DynamicObject self =
        create("selfsubjectreviews", review("authentication", "SelfSubjectReview", "{}"));
    assertThat(self.map("status", "userInfo"))
        .isEqualTo(
            Map.of(
                "username",
                "jane",
                "uid",
                "7",
                "groups",
                List.of("viewers"),
                "extra",
                Map.of("k", List.of("v"))));
    assertThat(self.text("metadata", "creationTimestamp")).contains("2026-01-01T00:00:00Z");
  }

  private Map<String, Object> tokenStatus(String token, String audiences) {
    return create(
            "tokenreviews",
            review(
                "authentication",
                "TokenReview",
                "{token: '%s', audiences: %s}".formatted(token, audiences)))
        .map("status");
  }

  private static Map<String, Object> refused(String error) {
    return Map.of("user", Map.of(), "error", error);
  }

  @Test
  void tokenReviewReturnsTheUserOfTheToken() {
    assertThat(tokenStatus("s3cret", "[]"))
        .containsEntry("authenticated", true)
        .containsEntry("audiences", List.of("https://kubernetes.default.svc"));
    assertThat(tokenStatus("s3cret", "[other]")).isEqualTo(refused("invalid bearer token"));
    assertThat(tokenStatus("wrong", "[]")).isEqualTo(refused("invalid bearer token"));
    assertThatThrownBy(() -> tokenStatus("", "[]"))
        .hasMessage("token is required for TokenReview in authentication");
  }

  private String token(String spec) {
    return create(
            "serviceaccounts", "robot", "token", review("authentication", "TokenRequest", spec))
        .text("status", "token")
        .orElseThrow();
  }

  @Test
  void serviceAccountAuthenticatesByItsToken() {
    stored.add(ROBOT);
    DynamicObject request =
        create("serviceaccounts", "robot", "token", review("authentication", "TokenRequest", "{}"));
    assertThat(request.map("spec"))
        .isEqualTo(
            Map.of(
                "expirationSeconds",
                3600L,
                "audiences",
                List.of("https://kubernetes.default.svc")));
    assertThat(request.text("status", "expirationTimestamp")).contains("2026-01-01T01:00:00Z");
    assertThat(request.text("metadata", "uid")).contains("u1");

    String token = request.text("status", "token").orElseThrow();
    UserInfo user =
        access
            .authenticator()
            .authenticate(Map.of("authorization", List.of("Bearer " + token)), List.of());
    assertThat(user.name()).isEqualTo("system:serviceaccount:shop:robot");
    assertThat(user.uid()).isEqualTo("u1");
    assertThat(user.groups())
        .containsExactly(
            "system:serviceaccounts", "system:serviceaccounts:shop", "system:authenticated");
    assertThat(user.extra().get("authentication.kubernetes.io/credential-id").getFirst())
        .startsWith("JTI=");
  }

  @Test
  void tokenExpiresAndIsInvalidAfterItsServiceAccountIsDeleted() {
    stored.add(ROBOT);
    String token = token("{expirationSeconds: 600}");
    assertThat(tokenStatus(token, "[]")).containsEntry("authenticated", true);

    now = now.plus(Duration.ofMinutes(12));
    assertThat(tokenStatus(token, "[]"))
        .isEqualTo(refused("[invalid bearer token, service account token has expired]"));

    String other = token("{}");
    stored.remove("ServiceAccount", "shop", "robot");
    assertThat(tokenStatus(other, "[]"))
        .isEqualTo(refused("[invalid bearer token, serviceaccounts \"robot\" not found]"));
    stored.add(ROBOT.replace("u1", "u2"));
    assertThat(tokenStatus(other, "[]"))
        .isEqualTo(
            refused("[invalid bearer token, service account UID (u2) does not match claim (u1)]"));
  }

  @Test
  void tokenIsValidForItsAudiencesOnly() {
    stored.add(ROBOT);
    String token = token("{audiences: [vault, other]}");

    assertThat(tokenStatus(token, "[vault, x]")).containsEntry("audiences", List.of("vault"));
    assertThat(tokenStatus(token, "[]"))
        .isEqualTo(
            refused(
                "[invalid bearer token, token audiences [\"vault\" \"other\"] is invalid for the"
                    + " target audiences [\"https://kubernetes.default.svc\"]]"));
  }

  @Test
  void tokenThatWasTamperedWithIsRefused() {
    stored.add(ROBOT);
    String[] parts = token("{}").split("\\.");

    assertThat(tokenStatus(parts[0] + "." + parts[1] + "." + parts[2].substring(4), "[]"))
        .isEqualTo(
            refused("[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]"));
    assertThat(tokenStatus(parts[0] + "." + parts[2] + "." + parts[1], "[]"))
        .isEqualTo(refused("invalid bearer token"));
  }

  @Test
  void tokenBoundToAPodNamesItsNode() {
    stored.add(ROBOT);
    stored.add(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: shop, uid: u2}
        spec: {serviceAccountName: robot, nodeName: n1}
        ---
        {apiVersion: v1, kind: Node, metadata: {name: n1, uid: u3}}
        """);
    String bound = "{boundObjectRef: {kind: Pod, apiVersion: v1, name: p}}";
    String token = token(bound);

    assertThat(tokenStatus(token, "[]"))
        .extractingByKey("user")
        .extracting("extra")
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsEntry("authentication.kubernetes.io/pod-name", List.of("p"))
        .containsEntry("authentication.kubernetes.io/pod-uid", List.of("u2"))
        .containsEntry("authentication.kubernetes.io/node-name", List.of("n1"))
        .containsEntry("authentication.kubernetes.io/node-uid", List.of("u3"));

    stored.remove("Pod", "shop", "p");
    assertThat(tokenStatus(token, "[]"))
        .isEqualTo(refused("[invalid bearer token, service account token has been invalidated]"));
    assertThatThrownBy(() -> token(bound)).hasMessage("pods \"p\" not found");
  }

  @Test
  void malformedTokenRequestsGetTheErrorTextsOfKubernetes() {
    assertThatThrownBy(() -> token("{}")).hasMessage("serviceaccounts \"robot\" not found");
    stored.add(ROBOT);
    assertThatThrownBy(() -> token("{expirationSeconds: 5}"))
        .hasMessage(
            "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid"
                + " value: 5: may not specify a duration less than 10 minutes");
    assertThatThrownBy(() -> token("{}, metadata: {name: x}"))
        .hasMessage(
            "TokenRequest.authentication.k8s.io \"robot\" is invalid: metadata.name: Invalid value:"
                + " \"x\": must match the service account name if specified");
    assertThatThrownBy(() -> token("{}, metadata: {uid: x}"))
        .isInstanceOfSatisfying(ApiError.class, e -> assertThat(e.status().code()).isEqualTo(409))
        .hasMessage(
            "Operation cannot be fulfilled on TokenRequest.authentication.k8s.io \"robot\": the UID"
                + " in the token request (x) does not match the UID of the service account (u1)");
    assertThatThrownBy(() -> token("{boundObjectRef: {kind: Foo, apiVersion: v1}}"))
        .hasMessage("cannot bind token to object of type /v1, Kind=Foo");
  }
}
