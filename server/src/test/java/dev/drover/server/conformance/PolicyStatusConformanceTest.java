package dev.drover.server.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.drover.controlplane.ControlPlane;
import dev.drover.schema.TreeNode;
import dev.drover.server.EmbeddedApiServer;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The status of validating admission policies beside that of kube-controller-manager: both
/// controllers write the same warnings, as the same owner of the same fields.
@Tag("soak")
@Tag("real")
@Tag("go")
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class PolicyStatusConformanceTest {
  private static final String POLICIES =
      "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration AGAIN = Duration.ofMillis(100);

  @TempDir static Path folder;

  private static ServerUnderTest embedded;
  private static ServerUnderTest real;
  private static KubeControllerManager manager;

  private final Map<String, String> specs = new LinkedHashMap<>();

  @BeforeAll
  static void start() throws Exception {
    String given = System.getProperty("drover.controller-manager", ""); // built before
    Path program = given.isEmpty() ? KubeControllerManager.build(folder) : Path.of(given);
    ControlPlane plane = ControlPlane.start(ControlPlane.Options.defaults());
    real = ServerUnderTest.of(plane);
    Path kubeconfig = folder.resolve("kubeconfig");
    Files.writeString(kubeconfig, plane.kubeconfig());
    embedded =
        ServerUnderTest.of(
            EmbeddedApiServer.start(
                EmbeddedApiServer.Options.defaults().with(o -> o.controllers(List.of("*")))));
    for (ServerUnderTest server : List.of(embedded, real)) {
      send(
          server,
          "POST",
          DEFINITIONS,
          """
          {metadata:{name:'crons.example.com'},spec:{group:'example.com',scope:'Namespaced',
          names:{plural:'crons',singular:'cron',kind:'Cron'},versions:[
          {name:'v1',served:true,storage:true,schema:{openAPIV3Schema:{type:'object',properties:{
          spec:{type:'object',properties:{count:{type:'integer'},size:{x-kubernetes-int-or-string:true},
          open:{type:'object',x-kubernetes-preserve-unknown-fields:true},
          for:{type:'string'},list:{type:'array',items:{type:'object',properties:{a:{type:'string'}}}},
          at:{type:'string',format:'date-time'}}}}}}},
          {name:'v2',served:true,storage:false,schema:{openAPIV3Schema:{type:'object',
          x-kubernetes-preserve-unknown-fields:true}}}]}}
          """);
      awaitServed(server, "/apis/example.com/v1/crons");
    }
    manager = KubeControllerManager.start(program, kubeconfig);
  }

  @AfterAll
  static void stop() {
    manager.close();
    embedded.close();
    real.close();
  }

  @TestFactory
  Stream<DynamicTest> controllersWriteTheSameStatus() {
    addSpecs();
    return specs.keySet().stream().map(title -> dynamicTest(title, () -> compare(title)));
  }

  private void compare(String title) throws Exception {
    String name = title.replaceAll("[^a-z]+", "-");
    assertThat(status(embedded, name, specs.get(title)))
        .isEqualTo(status(real, name, specs.get(title)));
  }

  private static String rules(String groups, String versions, String resources) {
    return "matchConstraints:{resourceRules:[{apiGroups:[%s],apiVersions:[%s],resources:[%s],operations:['CREATE']}]},"
        .formatted(groups, versions, resources);
  }

  private static String validations(String... expressions) {
    StringBuilder text = new StringBuilder("validations:[");
    for (String expression : expressions) {
      text.append("{expression:\"").append(expression).append("\"},");
    }
    return text.deleteCharAt(text.length() - 1).append("]").toString();
  }

  private void addSpecs() {
    String deployments = rules("'apps'", "'v1'", "'deployments'");
    specs.put("nothing to warn about", deployments + validations("object.spec.replicas > 1"));
    specs.put("an undefined field", deployments + validations("object.foo < 1", "true"));
    specs.put(
        "wrong types",
        deployments
            + validations(
                "object.spec.replicas > '0'",
                "object.spec == 1",
                "object.spec.template.spec.containers == oldObject.metadata",
                "object.spec.template.spec.containers.all(c, c.image > 1)",
                "object.metadata.labels.a == 1",
                "object.metadata.creationTimestamp > 1"));
    specs.put(
        "fields without a type",
        deployments
            + validations(
                "object.spec.template.spec.containers[0].resources.limits.cpu == 1",
                "object.spec.strategy.rollingUpdate.maxSurge == 1",
                "object.spec.strategy.rollingUpdate.maxSurge == 'a'",
                "object.metadata.managedFields[0].fieldsV1.x == 1",
                "object.spec.template.spec.containers[0].securityContext.foo == 1"));
    specs.put(
        "several kinds, some without the field",
        rules("'apps',''", "'v1'", "'deployments','pods','replicasets','pods/status'")
            + validations("object.spec.replicas > 1", "object.spec.containers.size() > 1"));
    specs.put(
        "a core resource that other groups have, too",
        rules("''", "'v1'", "'events'") + validations("object.count > 1", "object.note > 1"));
    specs.put(
        "singular and upper case",
        rules("'apps'", "'v1'", "'Deployment','DAEMONSETS'") + validations("object.foo == 1"));
    specs.put(
        "a wildcard resource", rules("'apps'", "'v1'", "'*'") + validations("object.foo == 1"));
    specs.put(
        "a wildcard resource and another",
        rules("'apps'", "'v1'", "'*/*'") + validations("object.foo == 1"));
    specs.put(
        "a wildcard version",
        rules("'apps'", "'*'", "'deployments'") + validations("object.foo == 1"));
    specs.put(
        "a wildcard group", rules("'*'", "'v1'", "'deployments'") + validations("object.foo == 1"));
    specs.put(
        "a subresource",
        rules("'apps'", "'v1'", "'deployments/scale'") + validations("object.foo == 1"));
    specs.put(
        "an unknown resource",
        rules("'apps'", "'v1'", "'nothing'") + validations("object.foo == 1"));
    specs.put(
        "an unknown resource and a known one",
        rules("'apps','none.example.com'", "'v1','v2'", "'nothing','deployments'")
            + validations("object.foo == 1"));
    specs.put(
        "more than ten kinds",
        rules(
                "'apps','batch',''",
                "'v1'",
                "'deployments','daemonsets','replicasets','statefulsets','jobs','cronjobs','pods',"
                    + "'services','nodes','secrets','configmaps','namespaces','endpoints'")
            + validations("object.foo == 1"));
    specs.put(
        "two rules",
        "matchConstraints:{resourceRules:[{apiGroups:['*'],apiVersions:['v1'],resources:['pods'],operations:['*']},"
            + "{apiGroups:['batch'],apiVersions:['v1'],resources:['jobs'],operations:['*']},"
            + "{apiGroups:['batch'],apiVersions:['v1'],resources:['jobs','cronjobs'],operations:['*']}]},"
            + validations("object.foo == 1"));
    specs.put(
        "reviews, which only exist as requests",
        rules("'authentication.k8s.io'", "'v1'", "'tokenreviews'")
            + validations("object.foo == 1"));
    specs.put(
        "schemas in circles",
        rules("'apiextensions.k8s.io'", "'v1'", "'customresourcedefinitions'")
            + validations(
                "object.spec.versions[0].schema.openAPIV3Schema.foo == 1",
                "object.spec.versions[0].schema.openAPIV3Schema.properties.a.type == 'x'",
                "object.spec.versions[0].schema.openAPIV3Schema.not.type == 'x'",
                "object.spec.versions[0].schema.openAPIV3Schema.items.type == 'x'"));
    specs.put(
        "a custom resource",
        rules("'example.com'", "'v1','v2'", "'crons'")
            + validations(
                "object.spec.count > 'a'",
                "object.spec.size > 'a'",
                "object.spec.open.more == 1",
                "object.spec.__for__ == 1",
                "object.spec.for == 1",
                "object.spec.at == 1",
                "object.spec.list[0].a == object.spec.list[0]",
                "object.metadata.namespace == 1",
                "object.metadata.foo == 1",
                "object.foo == 1"));
    specs.put(
        "messages",
        deployments
            + "validations:[{expression:\"true\",messageExpression:\"'a' + object.metadata.foo\"},"
            + "{expression:\"object.foo == 1\",messageExpression:\"string(object.bar)\"},"
            + "{expression:\"true\",messageExpression:\"'a' + string(object.spec.replicas)\"}]");
    specs.put(
        "variables",
        deployments
            + "variables:[{name:'foo',expression:\"object.spec.replicas\"},"
            + "{name:'wrong',expression:\"object.spec.nothing\"},"
            + "{name:'spec',expression:\"object.spec\"},"
            + "{name:'list',expression:\"object.spec.template.spec.containers\"},"
            + "{name:'names',expression:\"variables.list.map(c, c.name)\"}],"
            + validations(
                "variables.foo == 1",
                "variables.foo == 'a'",
                "variables.wrong == 1",
                "variables.spec.nothing == 1",
                "variables.list[0].nothing == 1",
                "variables.names[0] == 1"));
    specs.put(
        "other expressions are not checked",
        deployments
            + "matchConditions:[{name:'a',expression:\"object.foo == 1\"}],"
            + "auditAnnotations:[{key:'a',valueExpression:\"string(object.foo)\"}],"
            + validations("true"));
    specs.put(
        "params of a kind",
        "paramKind:{apiVersion:'v1',kind:'ConfigMap'},"
            + deployments
            + validations(
                "params.data.a == 1", "params.foo == 1", "params.data == object.metadata"));
    specs.put(
        "params of a custom kind",
        "paramKind:{apiVersion:'example.com/v1',kind:'Cron'},"
            + deployments
            + validations("params.spec.count == 'a'", "params.foo == 1"));
    specs.put(
        "params of an unknown kind",
        "paramKind:{apiVersion:'rules.example.com/v1',kind:'ReplicaLimit'},"
            + deployments
            + validations("params.maxReplicas == 1", "object.foo == params.a"));
    specs.put(
        "params and objects of one kind",
        "paramKind:{apiVersion:'apps/v1',kind:'Deployment'},"
            + deployments
            + validations("params.spec == object.spec", "params.foo == 1"));
    specs.put(
        "the other variables",
        deployments
            + validations(
                "request.options.foo == 1",
                "namespaceObject.metadata.labels.foo == 'a'",
                "oldObject.foo == 1",
                "authorizer.requestResource.check('get').allowed()",
                "has(object.spec.replicas) && has(object.foo)",
                "object.?foo.orValue(1) == 1",
                "object.spec.?replicas.orValue('a') == 1",
                "object.spec['replicas'] == 1",
                "dyn(object).foo == 1"));
    specs.put(
        "fields of values of libraries",
        deployments
            + validations(
                "url('http://a').foo == 1",
                "quantity('1').foo == 1",
                "ip('1.1.1.1').foo == 1",
                "semver('1.1.1').foo == 1",
                "authorizer.foo == 1",
                "authorizer.group('apps').foo == 1",
                "authorizer.requestResource.foo == 1",
                "request.foo == 1",
                "timestamp('2020-01-01T00:00:00Z').foo == 1",
                "variables.foo == 1"));
    specs.put(
        "an expression that cannot be parsed", deployments + validations("object.foo ==", "1 +"));
    specs.put("an expression of another type", deployments + validations("object.metadata.name"));
    specs.put("a constant that fails", deployments + validations("object.spec.replicas == 1 / 0"));
  }

  /// Creates a policy and changes it; returns what the controller wrote into its status each time,
  /// and the owners of these fields.
  private static String status(ServerUnderTest server, String name, String spec) throws Exception {
    HttpResponse<String> created =
        ask(server, "POST", POLICIES, "{metadata:{name:'" + name + "'},spec:{" + spec + "}}");
    if (created.statusCode() != 201) {
      return Relaxed.text(Json.tree(created.body())); // the expression is wrong for any kind
    }
    TreeNode policy = await(server, POLICIES + "/" + name);
    send(
        server,
        "PATCH",
        POLICIES + "/" + name,
        "{spec:{validations:[{expression:'true'}]}}"); // without anything to warn about
    TreeNode changed = await(server, POLICIES + "/" + name);
    return text(policy) + "\n" + text(changed);
  }

  private static TreeNode await(ServerUnderTest server, String path) throws Exception {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < LIMIT.toNanos()) {
      TreeNode policy = send(server, "GET", path, "");
      if (policy.at("status").number("observedGeneration", 0)
          == policy.at("metadata").number("generation", 0)) {
        return policy;
      }
      LockSupport.parkNanos(AGAIN.toNanos());
    }
    throw new AssertionError(server.name() + ": no status of " + path);
  }

  private static String text(TreeNode policy) {
    StringBuilder text = new StringBuilder();
    for (TreeNode warning : policy.at("status").at("typeChecking").items("expressionWarnings")) {
      text.append(warning.text("fieldRef"))
          .append(": ")
          .append(warning.text("warning").replaceAll("([A-Z][A-Za-z]+)\\d+\\b", "$1"));
    }
    TreeNode status = TreeNode.copyOf(policy.at("status").map());
    if (status.has("typeChecking")) {
      status.orCreate("typeChecking").remove("expressionWarnings");
    }
    text.append(Relaxed.text(status.map()));
    for (TreeNode owner : policy.at("metadata").items("managedFields")) {
      if (owner.text("subresource").equals("status")) {
        TreeNode copy = TreeNode.copyOf(owner.map());
        copy.remove("time");
        text.append('\n').append(Relaxed.text(copy.map()));
      }
    }
    return text.toString();
  }

  private static void awaitServed(ServerUnderTest server, String path) throws Exception {
    long begin = System.nanoTime();
    while (ask(server, "GET", path, "").statusCode() != 200) {
      assertThat(System.nanoTime() - begin).isLessThan(LIMIT.toNanos());
      LockSupport.parkNanos(AGAIN.toNanos());
    }
  }

  private static TreeNode send(ServerUnderTest server, String method, String path, String body)
      throws Exception {
    HttpResponse<String> response = ask(server, method, path, body);
    assertThat(response.statusCode()).as(server.name() + ": " + response.body()).isLessThan(300);
    return TreeNode.view((Map<?, ?>) Json.tree(response.body()));
  }

  private static HttpResponse<String> ask(
      ServerUnderTest server, String method, String path, String body) throws Exception {
    HttpRequest request = server.request(method, path, body, LIMIT);
    return server.admin().send(request, BodyHandlers.ofString());
  }
}
