package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.SimulatedCluster.Node;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Controllers around workloads: endpoints, budgets, quotas, volumes, namespaces.
class ClusterControllersTest {
  private static final String DEFAULT = "/api/v1/namespaces/default/";

  private SimulatedCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SimulatedCluster.withNodes(3);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void deploy(int replicas) throws Exception {
    cluster.create(
        "/apis/apps/v1/namespaces/default/deployments",
        """
        {'metadata':{'name':'web'},'spec':{'replicas':%d,'selector':{'matchLabels':{'app':'web'}},
          'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[{'name':'app',
            'image':'web:1','ports':[{'name':'http','containerPort':8080}],
            'resources':{'requests':{'cpu':'100m'}}}]}}}}
        """
            .formatted(replicas));
  }

  private void serve() throws Exception {
    cluster.create(
        DEFAULT + "services",
        """
        {'metadata':{'name':'web'},'spec':{'selector':{'app':'web'},
          'ports':[{'port':80,'targetPort':'http'}]}}
        """);
  }

  private static String slices() {
    return "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices"
        + "?labelSelector=kubernetes.io/service-name=web";
  }

  private Node firstPod() throws Exception {
    return cluster.pods("app=web").getFirst();
  }

  private void markUnready(Node pod) throws Exception {
    cluster.patch(
        SimulatedCluster.PODS + "/" + pod.name(),
        "{'metadata':{'annotations':{'simulation.drover.dev/ready':'false'}}}");
  }

  @Test
  void endpointsOfAServiceFollowTheReadinessOfItsPods() throws Exception {
    serve();
    deploy(2);
    Node endpoints = cluster.get(DEFAULT + "endpoints/web");
    assertThat(endpoints.items("subsets.0.addresses")).hasSize(2);
    assertThat(endpoints.number("subsets.0.ports.0.port")).isEqualTo(8080);
    assertThat(cluster.list(slices()))
        .singleElement()
        .satisfies(
            slice -> {
              assertThat(slice.items("endpoints")).hasSize(2);
              assertThat(slice.number("ports.0.port")).isEqualTo(8080);
              assertThat(slice.text("metadata.ownerReferences.0.kind")).isEqualTo("Service");
            });
    markUnready(firstPod());
    Node changed = cluster.get(DEFAULT + "endpoints/web");
    assertThat(changed.items("subsets.0.addresses")).hasSize(1);
    assertThat(changed.items("subsets.0.notReadyAddresses")).hasSize(1);
    assertThat(cluster.list(slices()).getFirst().items("endpoints"))
        .extracting(endpoint -> endpoint.text("conditions.ready"))
        .containsExactlyInAnyOrder("true", "false");
  }

  @Test
  void endpointsGoWithTheirService() throws Exception {
    serve();
    assertThat(cluster.list(slices())).hasSize(1);
    cluster.delete(DEFAULT + "services/web");
    assertThat(cluster.exists(DEFAULT + "endpoints/web")).isFalse();
    assertThat(cluster.list(slices())).isEmpty();
  }

  @Test
  void disruptionBudgetAllowsAsManyEvictionsAsPodsCanBeMissed() throws Exception {
    deploy(3);
    cluster.create(
        "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
        """
        {'metadata':{'name':'web'},'spec':{'minAvailable':2,'selector':{'matchLabels':{'app':'web'}}}}
        """);
    String budget = "/apis/policy/v1/namespaces/default/poddisruptionbudgets/web";
    String[] counts = {"currentHealthy", "desiredHealthy", "expectedPods", "disruptionsAllowed"};
    assertThat(cluster.get(budget).numbers("status", counts)).containsExactly(3L, 2L, 3L, 1L);
    assertThat(cluster.get(budget).condition("DisruptionAllowed")).isEqualTo("True SufficientPods");
    markUnready(firstPod());
    assertThat(cluster.get(budget).numbers("status", counts)).containsExactly(2L, 2L, 3L, 0L);
    Node other =
        cluster.pods("app=web").stream()
            .filter(pod -> pod.condition("Ready").equals("True"))
            .findFirst()
            .orElseThrow();
    assertThat(
            cluster
                .admin()
                .post(
                    SimulatedCluster.PODS + "/" + other.name() + "/eviction",
                    "{\"metadata\":{\"name\":\"" + other.name() + "\"}}")
                .status())
        .isEqualTo(429);
  }

  @Test
  void disruptionBudgetWithoutPodsSaysSoOnce() throws Exception {
    cluster.create(
        "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
        """
        {'metadata':{'name':'none'},'spec':{'minAvailable':1,'selector':{'matchLabels':{'app':'none'}}}}
        """);
    deploy(1); // further passes
    assertThat(cluster.list("/api/v1/namespaces/default/events"))
        .filteredOn(event -> event.text("reason").equals("NoPods"))
        .singleElement()
        .satisfies(event -> assertThat(event.number("count")).isEqualTo(1))
        .satisfies(
            event -> assertThat(event.text("source.component")).isEqualTo("controllermanager"));
  }

  @Test
  void claimThatNoVolumeFitsSaysSoOnce() throws Exception {
    cluster.create(
        "/api/v1/namespaces/default/persistentvolumeclaims",
        """
        {'metadata':{'name':'waits'},'spec':{'storageClassName':'','accessModes':['ReadWriteOnce'],
          'resources':{'requests':{'storage':'1Gi'}}}}
        """);
    deploy(1); // further passes
    assertThat(cluster.list("/api/v1/namespaces/default/events"))
        .filteredOn(event -> event.text("reason").equals("FailedBinding"))
        .singleElement()
        .satisfies(event -> assertThat(event.number("count")).isEqualTo(1))
        .satisfies(
            event ->
                assertThat(event.text("message"))
                    .isEqualTo(
                        "no persistent volumes available for this claim and no storage class is"
                            + " set"));
  }

  private void limitClaimsOfClass(String name) throws Exception {
    cluster.create(
        DEFAULT + "resourcequotas",
        """
        {'metadata':{'name':'%1$s'},'spec':{'hard':{'persistentvolumeclaims':'1'},'scopeSelector':{
          'matchExpressions':[{'scopeName':'VolumeAttributesClass','operator':'In','values':['%1$s']}]}}}
        """
            .formatted(name));
  }

  private String claimsOfClass(String name) throws Exception {
    return cluster
        .get(DEFAULT + "resourcequotas/" + name)
        .text("status.used.persistentvolumeclaims");
  }

  @Test
  void claimCountsForTheAttributesClassesThatItHasAndWants() throws Exception {
    limitClaimsOfClass("gold");
    limitClaimsOfClass("silver");
    cluster.create(
        DEFAULT + "persistentvolumeclaims",
        """
        {'metadata':{'name':'data'},'spec':{'accessModes':['ReadWriteOnce'],
          'volumeAttributesClassName':'gold','resources':{'requests':{'storage':'1Gi'}}}}
        """);
    String claim = DEFAULT + "persistentvolumeclaims/data";
    assertThat(cluster.get(claim).text("status.currentVolumeAttributesClassName"))
        .isEqualTo("gold");
    cluster.patch(claim, "{'spec':{'volumeAttributesClassName':'silver'}}");
    assertThat(claimsOfClass("gold")).isEqualTo("1");
    assertThat(claimsOfClass("silver")).isEqualTo("1");
    cluster.patch(claim + "/status", "{'status':{'currentVolumeAttributesClassName':'silver'}}");
    assertThat(claimsOfClass("gold")).isEqualTo("0");
    assertThat(claimsOfClass("silver")).isEqualTo("1");
  }

  @Test
  void quotasLimitTheDevicesThatClaimsCanGetAtMost() throws Exception {
    cluster.create(
        DEFAULT + "resourcequotas",
        """
        {'metadata':{'name':'q'},'spec':{'hard':{'gold.deviceclass.resource.k8s.io/devices':'40',
          'count/resourceclaims.resource.k8s.io':'5'}}}
        """);
    String claims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
    String claim =
        """
        {'metadata':{'name':'%s'},'spec':{'devices':{'requests':[
          {'name':'some','exactly':{'deviceClassName':'gold','count':2}},
          {'name':'best','firstAvailable':[{'name':'a','deviceClassName':'gold','count':3},
            {'name':'b','deviceClassName':'gold','count':4},
            {'name':'c','deviceClassName':'silver','count':9}]}%s]}}}
        """;
    cluster.create(claims, claim.formatted("a", ""));
    String used = "status.used";
    assertThat(cluster.get(DEFAULT + "resourcequotas/q").at(used))
        .isEqualTo(
            Map.of(
                "gold.deviceclass.resource.k8s.io/devices", "6",
                "count/resourceclaims.resource.k8s.io", "1"));
    String all = ",{'name':'all','exactly':{'deviceClassName':'gold','allocationMode':'All'}}";
    Https.Reply refused =
        cluster.admin().post(claims, claim.formatted("b", all).replace('\'', '"'));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text()).contains("requested: gold.deviceclass.resource.k8s.io/devices=38");
    cluster.delete(claims + "/a");
    assertThat(cluster.get(DEFAULT + "resourcequotas/q").at(used))
        .isEqualTo(
            Map.of(
                "gold.deviceclass.resource.k8s.io/devices", "0",
                "count/resourceclaims.resource.k8s.io", "0"));
  }

  @Test
  void usageOfAQuotaFallsAfterDeletions() throws Exception {
    cluster.create(
        DEFAULT + "resourcequotas",
        "{'metadata':{'name':'q'},'spec':{'hard':{'configmaps':'5','pods':'2'}}}");
    deploy(3);
    String quota = DEFAULT + "resourcequotas/q";
    assertThat(cluster.get(quota).text("status.hard.pods")).isEqualTo("2");
    assertThat(cluster.get(quota).text("status.used.pods")).isEqualTo("2");
    assertThat(cluster.get(quota).text("status.used.configmaps"))
        .as("kube-root-ca.crt")
        .isEqualTo("1");
    cluster.delete("/apis/apps/v1/namespaces/default/deployments/web");
    assertThat(cluster.get(quota).text("status.used.pods")).isEqualTo("0");
  }

  @Test
  void everyNamespaceHasTheAuthorityOfTheServer() throws Exception {
    cluster.create("/api/v1/namespaces", "{'metadata':{'name':'shop'}}");
    Node map = cluster.get("/api/v1/namespaces/shop/configmaps/kube-root-ca.crt");
    assertThat(map.at("data").toString()).contains("BEGIN CERTIFICATE");
    cluster.delete("/api/v1/namespaces/shop/configmaps/kube-root-ca.crt");
    assertThat(cluster.exists("/api/v1/namespaces/shop/configmaps/kube-root-ca.crt")).isTrue();
  }

  @Test
  void terminatingNamespaceDeletesPodsFirstAndReportsWhatRemains() throws Exception {
    cluster.create("/api/v1/namespaces", "{'metadata':{'name':'shop'}}");
    String shop = "/api/v1/namespaces/shop";
    cluster.create(
        shop + "/pods",
        """
        {'metadata':{'name':'one','finalizers':['example.com/keep']},
          'spec':{'containers':[{'name':'app','image':'i:1'}]}}
        """);
    cluster.create(shop + "/configmaps", "{'metadata':{'name':'m'}}");
    cluster.delete(shop);
    assertThat(cluster.exists(shop + "/configmaps/m")).as("pods go first").isTrue();
    Node namespace = cluster.get(shop);
    assertThat(namespace.condition("NamespaceContentRemaining"))
        .isEqualTo("True SomeResourcesRemain");
    assertThat(namespace.condition("NamespaceFinalizersRemaining"))
        .isEqualTo("True SomeFinalizersRemain");
    assertThat(namespace.condition("NamespaceDeletionContentFailure"))
        .isEqualTo("False ContentDeleted");
    assertThat(namespace.items("status.conditions")).hasSize(5);
    cluster.patch(shop + "/pods/one", "{'metadata':{'finalizers':null}}");
    assertThat(cluster.exists(shop)).isFalse();
  }

  @Test
  void circleOfBlockingOwnersIsDeletedInTheForeground() throws Exception {
    String maps = DEFAULT + "configmaps";
    cluster.create(maps, "{'metadata':{'name':'a'}}");
    String a = cluster.get(maps + "/a").text("metadata.uid");
    cluster.create(maps, "{'metadata':{'name':'b'," + ownedBy("a", a) + "}}");
    String b = cluster.get(maps + "/b").text("metadata.uid");
    cluster.patch(maps + "/a", "{'metadata':{" + ownedBy("b", b) + "}}");
    cluster.delete(maps + "/a?propagationPolicy=Foreground");
    assertThat(cluster.exists(maps + "/a")).isFalse();
    assertThat(cluster.exists(maps + "/b")).isFalse();
  }

  private static String ownedBy(String name, String uid) {
    return "'ownerReferences':[{'apiVersion':'v1','kind':'ConfigMap','name':'%s','uid':'%s','blockOwnerDeletion':true}]"
        .formatted(name, uid);
  }

  @Test
  void claimIsBoundToAVolumeThatIsMadeForItAndGoesWithIt() throws Exception {
    cluster.create(
        DEFAULT + "persistentvolumeclaims",
        """
        {'metadata':{'name':'data'},'spec':{'accessModes':['ReadWriteOnce'],
          'resources':{'requests':{'storage':'1Gi'}}}}
        """);
    Node claim = cluster.get(DEFAULT + "persistentvolumeclaims/data");
    assertThat(claim.text("spec.storageClassName")).isEqualTo("standard");
    assertThat(claim.text("status.phase")).isEqualTo("Bound");
    assertThat(claim.text("status.capacity.storage")).isEqualTo("1Gi");
    String volume = "/api/v1/persistentvolumes/" + claim.text("spec.volumeName");
    assertThat(cluster.get(volume).text("status.phase")).isEqualTo("Bound");
    cluster.delete(DEFAULT + "persistentvolumeclaims/data");
    assertThat(cluster.exists(DEFAULT + "persistentvolumeclaims/data")).isFalse();
    assertThat(cluster.exists(volume)).isFalse();
  }

  @Test
  void claimWithoutAClassGetsTheSmallestVolumeThatFits() throws Exception {
    for (String size : new String[] {"5Gi", "2Gi", "1Gi"}) {
      cluster.create(
          "/api/v1/persistentvolumes",
          """
          {'metadata':{'name':'v-%s'},'spec':{'accessModes':['ReadWriteOnce'],
            'capacity':{'storage':'%s'},'hostPath':{'path':'/tmp'}}}
          """
              .formatted(size.toLowerCase(Locale.ROOT), size));
    }
    cluster.create(
        DEFAULT + "persistentvolumeclaims",
        """
        {'metadata':{'name':'data'},'spec':{'accessModes':['ReadWriteOnce'],'storageClassName':'',
          'resources':{'requests':{'storage':'1500Mi'}}}}
        """);
    assertThat(cluster.get(DEFAULT + "persistentvolumeclaims/data").text("spec.volumeName"))
        .isEqualTo("v-2gi");
    assertThat(cluster.get("/api/v1/persistentvolumes/v-1gi").text("status.phase"))
        .isEqualTo("Available");
    cluster.delete(DEFAULT + "persistentvolumeclaims/data");
    assertThat(cluster.get("/api/v1/persistentvolumes/v-2gi").text("status.phase"))
        .isEqualTo("Released");
  }
}
