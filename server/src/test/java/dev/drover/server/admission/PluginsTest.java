package dev.drover.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.AdmissionPlugin.Operation;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserInfo;
import dev.drover.server.kinds.BuiltInResources;
import dev.drover.server.strategy.StoredObjects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PluginsTest {
  private final Map<String, Map<String, @Nullable Object>> stored = new HashMap<>();

  @Test
  void createInAMissingOrTerminatingNamespaceIsRefused() {
    TreeNode pod = tree("{'metadata':{'name':'p'}}");
    assertThatThrownBy(() -> admit(Operation.CREATE, "pods", "n", pod))
        .hasMessage("namespaces \"n\" not found");
    store("/namespaces", "n", "{'status':{'phase':'Terminating'}}");
    assertThatThrownBy(() -> admit(Operation.CREATE, "pods", "n", pod))
        .hasMessage(
            "pods \"p\" is forbidden: unable to create new content in namespace n because it is"
                + " being terminated");
  }

  @Test
  void systemNamespacesCannotBeDeleted() {
    assertThatThrownBy(() -> admit(Operation.DELETE, "namespaces", "default", tree("{}")))
        .hasMessage("namespaces \"default\" is forbidden: this namespace may not be deleted");
  }

  @Test
  void podsGetPriorityAndTolerations() {
    store("/namespaces", "n", "{'status':{'phase':'Active'}}");
    store(
        "scheduling.k8s.io/priorityclasses",
        "high",
        "{'metadata':{'name':'high'},'value':7,'globalDefault':true,'preemptionPolicy':'Never'}");
    TreeNode pod = tree("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c'}]}}");
    admit(Operation.CREATE, "pods", "n", pod);
    assertThat(pod.at("spec").number("priority", 0)).isEqualTo(7);
    assertThat(pod.at("spec").text("preemptionPolicy")).isEqualTo("Never");
    assertThat(pod.at("spec").items("tolerations"))
        .extracting(it -> it.text("key"))
        .containsExactly("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
  }

  @Test
  void containersGetTheLimitsOfTheirLimitRangeAndStayWithinThem() {
    store("/namespaces", "n", "{'status':{'phase':'Active'}}");
    store(
        "/limitranges",
        "r",
        "{'spec':{'limits':[{'type':'Container','max':{'cpu':'1'},'default':{'cpu':'500m'},"
            + "'defaultRequest':{'cpu':'100m'}}]}}");
    TreeNode pod = tree("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c'}]}}");
    admit(Operation.CREATE, "pods", "n", pod);
    assertThat(pod.at("metadata").at("annotations").text("kubernetes.io/limit-ranger"))
        .isEqualTo(
            "LimitRanger plugin set: cpu request for container c; cpu limit for container c");
    pod.at("spec").items("containers").getFirst().at("resources").at("limits").set("cpu", "2");
    assertThatThrownBy(() -> validate(Operation.CREATE, "pods", "n", pod))
        .hasMessage(
            "pods \"p\" is forbidden: maximum cpu usage per Container is 1, but limit is 2");
  }

  private void admit(Operation operation, String plural, String namespace, TreeNode object) {
    Attempt attempt = attempt(operation, plural, namespace, object);
    AdmissionPlugins.inOrder().forEach(plugin -> plugin.admit(attempt));
  }

  private void validate(Operation operation, String plural, String namespace, TreeNode object) {
    Attempt attempt = attempt(operation, plural, namespace, object);
    AdmissionPlugins.inOrder().forEach(plugin -> plugin.validate(attempt));
  }

  private Attempt attempt(Operation operation, String plural, String namespace, TreeNode object) {
    Resource resource =
        BuiltInResources.all().stream()
            .filter(it -> it.gvr().resource().equals(plural))
            .findFirst()
            .orElseThrow();
    String name = plural.equals("namespaces") ? namespace : object.at("metadata").text("name");
    return new Attempt(
        operation,
        resource,
        "",
        namespace,
        name,
        object,
        null,
        UserInfo.of("jane", List.of()),
        false,
        new CallNotes(),
        new StoredObjects() {
          @Override
          public Optional<Map<String, @Nullable Object>> get(
              String kind, String in, String called) {
            return Optional.ofNullable(stored.get(kind + " " + called));
          }

          @Override
          public List<Map<String, @Nullable Object>> list(String kind, String in) {
            return stored.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(kind + " "))
                .map(Map.Entry::getValue)
                .toList();
          }
        });
  }

  private void store(String kind, String name, String json) {
    stored.put(kind + " " + name, tree(json).map());
  }

  private static TreeNode tree(String json) {
    return TreeNode.empty()
        .set("tree", RawExtension.ofJson(json.replace('\'', '"')).tree())
        .at("tree");
  }
}
