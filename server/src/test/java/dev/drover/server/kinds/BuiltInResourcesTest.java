package dev.drover.server.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Resource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BuiltInResourcesTest {
  @Test
  void stableVersionsAreServed() {
    assertThat(BuiltInResources.all())
        .extracting(resource -> resource.gvr().version())
        .containsOnly("v1", "v2");
    assertThat(find("autoscaling", "v1", "horizontalpodautoscalers").listKind())
        .isEqualTo("HorizontalPodAutoscalerList");
  }

  @Test
  void betasAreServedOnDemandAndStoredAsTheStableVersion() {
    Resource beta =
        BuiltInResources.withBetas().stream()
            .filter(it -> it.gvk().apiVersion().equals("networking.k8s.io/v1beta1"))
            .filter(it -> it.gvr().resource().equals("ipaddresses"))
            .findFirst()
            .orElseThrow();
    assertThat(beta.storage().name()).isEqualTo("networking.k8s.io/ipaddresses");
    assertThat(
            beta.storage()
                .toStored()
                .apply(tree("{'apiVersion':'networking.k8s.io/v1beta1','kind':'IPAddress'}")))
        .containsEntry("apiVersion", "networking.k8s.io/v1");
  }

  @Test
  void bothEventGroupsServeTheSameObjects() {
    Resource event = find("events.k8s.io", "v1", "events");
    assertThat(event.storage().name())
        .isEqualTo(find("", "v1", "events").storage().name())
        .isEqualTo("/events");
    Map<String, @Nullable Object> original =
        tree(
            """
            {'apiVersion':'events.k8s.io/v1','kind':'Event','metadata':{'name':'a'},'eventTime':null,
             'regarding':{'kind':'Pod'},'note':'hello','deprecatedCount':3,'deprecatedSource':{},
             'deprecatedFirstTimestamp':null,'deprecatedLastTimestamp':null}
            """);
    Map<String, @Nullable Object> stored = event.storage().toStored().apply(original);
    assertThat(stored)
        .containsEntry("apiVersion", "v1")
        .containsEntry("message", "hello")
        .containsEntry("count", 3L)
        .containsEntry("reportingComponent", "")
        .containsKey("firstTimestamp");
    assertThat(event.storage().fromStored().apply(stored)).isEqualTo(original);
  }

  @Test
  void autoscalersLoseNothingInTheOldVersion() {
    Resource v1 = find("autoscaling", "v1", "horizontalpodautoscalers");
    Map<String, @Nullable Object> original =
        tree(
            """
            {'apiVersion':'autoscaling/v2','kind':'HorizontalPodAutoscaler','metadata':{'name':'a'},
             'spec':{'scaleTargetRef':{'kind':'D','name':'x'},'minReplicas':1,'maxReplicas':3,
              'behavior':{'scaleUp':{'selectPolicy':'Max','policies':[
                {'type':'Pods','value':4,'periodSeconds':15}]}},
              'metrics':[
               {'type':'Pods','pods':{'metric':{'name':'m','selector':{'matchLabels':{'a':'b'}}},
                'target':{'type':'AverageValue','averageValue':'10'}}},
               {'type':'Resource','resource':{'name':'cpu',
                'target':{'type':'Utilization','averageUtilization':50}}}]},
             'status':{'currentMetrics':null,'desiredReplicas':0,
              'conditions':[{'type':'AbleToScale','status':'True','lastTransitionTime':null}]}}
            """);
    Map<String, @Nullable Object> old = v1.storage().fromStored().apply(original);
    TreeNode node = TreeNode.copyOf(old);
    assertThat(node.at("spec").map().keySet())
        .containsExactlyInAnyOrder(
            "scaleTargetRef", "minReplicas", "maxReplicas", "targetCPUUtilizationPercentage");
    assertThat(node.at("metadata").textMap("annotations"))
        .containsEntry(
            "autoscaling.alpha.kubernetes.io/metrics",
            json(
                "[{'type':'Pods','pods':{'metricName':'m','targetAverageValue':'10',"
                    + "'selector':{'matchLabels':{'a':'b'}}}}]"))
        .containsEntry(
            "autoscaling.alpha.kubernetes.io/behavior",
            json(
                "{'ScaleUp':{'StabilizationWindowSeconds':null,'SelectPolicy':'Max','Policies':["
                    + "{'Type':'Pods','Value':4,'PeriodSeconds':15}],'Tolerance':null},"
                    + "'ScaleDown':null}"));
    TreeNode back = TreeNode.copyOf(v1.storage().toStored().apply(old));
    TreeNode expected = TreeNode.copyOf(original);
    assertThat(back.at("spec").map()).isEqualTo(expected.at("spec").map());
    assertThat(back.at("metadata").map()).isEqualTo(expected.at("metadata").map());
  }

  private static Resource find(String group, String version, String plural) {
    return BuiltInResources.all().stream()
        .filter(it -> it.gvr().group().equals(group) && it.gvr().version().equals(version))
        .filter(it -> it.gvr().resource().equals(plural))
        .findFirst()
        .orElseThrow();
  }

  private static String json(String singleQuoted) {
    return singleQuoted.replace('\'', '"');
  }

  private static Map<String, @Nullable Object> tree(String singleQuoted) {
    return TreeNode.empty()
        .set("tree", RawExtension.ofJson(json(singleQuoted)).tree())
        .at("tree")
        .map();
  }
}
