package dev.drover.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditPolicyTest {
  private static final UserInfo JANE = UserInfo.of("jane", List.of("devs"));

  private static AuditPolicy policy(String rules) {
    return AuditPolicy.parse("{apiVersion: audit.k8s.io/v1, kind: Policy, " + rules + "}");
  }

  private static AuditLevel level(String rule, RequestInfo request) {
    return policy("rules: [" + rule + "]").decide(JANE, request).level();
  }

  private static RequestInfo onPod(String subresource) {
    return RequestInfo.onResource("get", "", "v1", "default", "pods", subresource, "a");
  }

  @Test
  void firstRuleThatMatchesDecides() {
    AuditPolicy policy =
        policy("rules: [{level: Metadata, users: [bob]}, {level: Request}, {level: None}]");
    assertThat(policy.decide(JANE, onPod("")).level()).isEqualTo(AuditLevel.REQUEST);
    assertThat(policy.decide(UserInfo.of("bob", List.of()), onPod("")).level())
        .isEqualTo(AuditLevel.METADATA);
  }

  @Test
  void requestWithoutARuleIsNotRecorded() {
    assertThat(level("{level: Metadata, userGroups: [admins]}", onPod("")))
        .isEqualTo(AuditLevel.NONE);
  }

  @Test
  void resourcesMatchWithTheirSubresources() {
    String rule = "{level: Metadata, resources: [{group: '', resources: [%s]}]}";
    assertThat(level(rule.formatted("pods"), onPod(""))).isEqualTo(AuditLevel.METADATA);
    assertThat(level(rule.formatted("pods"), onPod("log"))).isEqualTo(AuditLevel.NONE);
    assertThat(level(rule.formatted("'pods/*'"), onPod("log"))).isEqualTo(AuditLevel.METADATA);
    assertThat(level(rule.formatted("'*/log'"), onPod("log"))).isEqualTo(AuditLevel.METADATA);
    assertThat(level(rule.formatted("'*'"), onPod("log"))).isEqualTo(AuditLevel.METADATA);
  }

  @Test
  void namesAndNamespacesLimitResources() {
    String rule =
        "{level: Metadata, namespaces: [%s], resources: [{group: '*', resources: [pods],"
            + " resourceNames: [%s]}]}";
    assertThat(level(rule.formatted("default", "a"), onPod(""))).isEqualTo(AuditLevel.METADATA);
    assertThat(level(rule.formatted("other", "a"), onPod(""))).isEqualTo(AuditLevel.NONE);
    assertThat(level(rule.formatted("default", "b"), onPod(""))).isEqualTo(AuditLevel.NONE);
  }

  @Test
  void pathsMatchByTheirBeginning() {
    String rule = "{level: Metadata, nonResourceURLs: ['/healthz*', /version]}";
    assertThat(level(rule, RequestInfo.onPath("get", "/healthz/ping")))
        .isEqualTo(AuditLevel.METADATA);
    assertThat(level(rule, RequestInfo.onPath("get", "/version/"))).isEqualTo(AuditLevel.NONE);
    assertThat(level(rule, onPod(""))).isEqualTo(AuditLevel.NONE);
  }

  @Test
  void stagesOfPolicyAndRuleAreBothOmitted() {
    AuditPolicy policy =
        policy(
            "omitStages: [RequestReceived], omitManagedFields: true,"
                + " rules: [{level: Metadata, omitStages: [Panic], omitManagedFields: false}]");
    AuditPolicy.Decision decision = policy.decide(JANE, onPod(""));
    assertThat(decision.omitStages()).containsExactly("RequestReceived", "Panic");
    assertThat(decision.omitManagedFields()).isFalse();
  }

  @Test
  void brokenPoliciesAreRefusedInKubernetesWords() {
    assertThatThrownBy(() -> policy("rules: []")).hasMessage("loaded illegal policy with 0 rules");
    assertThatThrownBy(() -> policy("rules: [{}]")).hasMessage("rules[0].level: Required value");
    assertThatThrownBy(() -> policy("omitStages: [Some], rules: [{level: None}]"))
        .hasMessage(
            "omitStages[0]: Invalid value: \"Some\": allowed stages are"
                + " RequestReceived,ResponseStarted,ResponseComplete,Panic");
    assertThatThrownBy(() -> policy("rules: [{level: None, nonResourceURLs: ['a*b']}]"))
        .hasMessageContaining("rules[0].nonResourceURLs[0]: Invalid value: \"a*b\"");
    assertThatThrownBy(() -> AuditPolicy.parse("{apiVersion: audit.k8s.io/v1beta1, kind: Policy}"))
        .hasMessageContaining("no kind \"Policy\" is registered");
  }
}
