package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The status of validating admission policies: what is wrong with the types of their expressions.
/// The texts are those of kube-controller-manager; `PolicyStatusConformanceTest` compares more.
class PolicyStatusTest {
  private static final String POLICIES =
      "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String CONTROLLER = "validatingadmissionpolicy-status-controller";
  private static final String DEPLOYMENTS = "['apps'],['v1'],['deployments']";

  private SimulatedCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SimulatedCluster.withControllers(CONTROLLER);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /// @param kinds groups, versions and resources
  private static String policy(String name, String kinds, String more, String expression) {
    String[] parts = kinds.split("(?<=]),");
    return """
    {'metadata':{'name':'%s'},'spec':{%s'matchConstraints':{'resourceRules':[{
      'apiGroups':%s,'apiVersions':%s,'resources':%s,'operations':['CREATE']}]},
      'validations':[{'expression':'%s'}]}}
    """
        .formatted(name, more, parts[0], parts[1], parts[2], expression);
  }

  private void create(String kinds, String expression) throws Exception {
    cluster.create(POLICIES, policy("p", kinds, "", expression));
  }

  private SimulatedCluster.Node status() throws Exception {
    return new SimulatedCluster.Node(cluster.get(POLICIES + "/p").at("status"));
  }

  private String warning() throws Exception {
    assertThat(status().items("typeChecking.expressionWarnings")).hasSize(1);
    assertThat(status().text("typeChecking.expressionWarnings.0.fieldRef"))
        .isEqualTo("spec.validations[0].expression");
    return status().text("typeChecking.expressionWarnings.0.warning");
  }

  private void assertUnchecked() throws Exception {
    assertThat(status().number("observedGeneration")).isEqualTo(1);
    assertThat(status().at("typeChecking")).isEqualTo(Map.of());
  }

  @Test
  void undefinedFieldIsAWarning() throws Exception {
    create(DEPLOYMENTS, "object.foo > 1");
    assertThat(warning())
        .isEqualTo(
            """
            apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'foo'
             | object.foo > 1
             | ......^
            """);
    assertThat(status().number("observedGeneration")).isEqualTo(1);
  }

  @Test
  void wrongTypeIsAWarning() throws Exception {
    create(DEPLOYMENTS, "object.spec.replicas > object.metadata.name");
    assertThat(warning())
        .contains("found no matching overload for '_>_' applied to '(int, string)'");
  }

  @Test
  void correctPolicyHasAnEmptyResult() throws Exception {
    create(DEPLOYMENTS, "object.spec.replicas > 1");
    assertUnchecked();
  }

  @Test
  void kindsAreCheckedOneByOneInTheOrderOfTheirNames() throws Exception {
    create(
        "['apps',''],['v1'],['replicasets','pods','deployments']",
        "object.spec.replicas > oldObject.foo");
    assertThat(warning())
        .containsSubsequence(
            "/v1, Kind=Pod: ERROR: <input>:1:12: undefined field 'replicas'",
            "ERROR: <input>:1:33: undefined field 'foo'",
            "\n\napps/v1, Kind=Deployment: ERROR: <input>:1:33: undefined field 'foo'",
            "\n\napps/v1, Kind=ReplicaSet: ERROR: <input>:1:33: undefined field 'foo'")
        .endsWith("^\n");
  }

  @Test
  void wildcardsAndUnknownKindsAreNotChecked() throws Exception {
    for (String kinds :
        List.of(
            "['*'],['v1'],['deployments']",
            "['apps'],['*'],['deployments']",
            "['apps'],['v1'],['*']",
            "['apps'],['v1'],['deployments/scale']",
            "['apps'],['v1'],['nothing']",
            "['none.example.com'],['v1'],['deployments']")) {
      create(kinds, "object.foo > 1");
      assertUnchecked();
      cluster.delete(POLICIES + "/p");
    }
  }

  @Test
  void customKindIsCheckedAgainstItsSchema() throws Exception {
    define();
    create("['example.com'],['v1'],['crons']", "object.spec.count > object.spec.text");
    assertThat(warning())
        .startsWith("example.com/v1, Kind=Cron: ERROR: <input>:1:")
        .contains("'(int, string)'");
  }

  @Test
  void kindThatComesLaterCountsForTheNextGeneration() throws Exception {
    create("['example.com'],['v1'],['crons']", "object.foo > 1");
    define();
    assertUnchecked();
    cluster.patch(POLICIES + "/p", "{'spec':{'failurePolicy':'Ignore'}}");
    assertThat(warning()).contains("undefined field 'foo'");
    assertThat(status().number("observedGeneration")).isEqualTo(2);
  }

  private void define() throws Exception {
    cluster.create(
        DEFINITIONS,
        """
        {'metadata':{'name':'crons.example.com'},'spec':{'group':'example.com','scope':'Namespaced',
          'names':{'plural':'crons','kind':'Cron'},'versions':[{'name':'v1','served':true,
          'storage':true,'schema':{'openAPIV3Schema':{'type':'object','properties':{'spec':{
          'type':'object','properties':{'count':{'type':'integer'},'text':{'type':'string'}}}}}}}]}}
        """);
  }

  @Test
  void paramsHaveTheTypeOfTheirKind() throws Exception {
    String params = "'paramKind':{'apiVersion':'v1','kind':'ConfigMap'},";
    cluster.create(POLICIES, policy("p", DEPLOYMENTS, params, "params.data.a == 1 || params.foo"));
    assertThat(warning()).contains("'(string, int)'").contains("undefined field 'foo'");
  }

  @Test
  void paramsOfAnUnknownKindCanBeAnything() throws Exception {
    String params = "'paramKind':{'apiVersion':'example.com/v1','kind':'Limit'},";
    cluster.create(POLICIES, policy("p", DEPLOYMENTS, params, "params.foo.bar == 1"));
    assertUnchecked();
  }

  @Test
  void changedPolicyIsCheckedAgain() throws Exception {
    create(DEPLOYMENTS, "object.foo > 1");
    cluster.patch(POLICIES + "/p", "{'spec':{'validations':[{'expression':'object.bar > 1'}]}}");
    assertThat(warning()).contains("'bar'").doesNotContain("'foo'");
    cluster.patch(POLICIES + "/p", "{'spec':{'validations':[{'expression':'true'}]}}");
    assertThat(status().number("observedGeneration")).isEqualTo(3);
    assertThat(status().items("typeChecking.expressionWarnings")).isEmpty();
  }

  @Test
  void variablesHaveTheTypesOfTheirExpressions() throws Exception {
    String variables =
        "'variables':[{'name':'n','expression':'object.spec.replicas'},"
            + "{'name':'wrong','expression':'object.foo'}],";
    cluster.create(
        POLICIES,
        policy("p", DEPLOYMENTS, variables, "variables.n > object.kind || variables.wrong == 1"));
    assertThat(warning()).contains("'(int, string)'").doesNotContain("foo");
  }

  @Test
  void deletedPolicyLeavesTheOthersToTheController() throws Exception {
    create(DEPLOYMENTS, "object.foo > 1");
    cluster.delete(POLICIES + "/p");
    create(DEPLOYMENTS, "object.bar > 1");
    assertThat(warning()).contains("'bar'");
  }

  @Test
  void statusBelongsToTheController() throws Exception {
    create(DEPLOYMENTS, "true");
    assertThat(cluster.get(POLICIES + "/p").items("metadata.managedFields"))
        .anySatisfy(
            owner -> {
              assertThat(owner.text("manager")).isEqualTo("validatingadmissionpolicy-status");
              assertThat(owner.text("operation")).isEqualTo("Apply");
              assertThat(owner.text("subresource")).isEqualTo("status");
            });
  }

  @Test
  void serverWithoutTheControllerLeavesTheStatusEmpty() throws Exception {
    try (var other = SimulatedCluster.withControllers("namespace-controller")) {
      other.create(POLICIES, policy("p", DEPLOYMENTS, "", "object.foo > 1"));
      assertThat(other.get(POLICIES + "/p").text("status.observedGeneration")).isEmpty();
    }
  }
}
