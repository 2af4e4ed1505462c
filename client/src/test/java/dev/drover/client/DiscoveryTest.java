package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Scope;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {
  private static final GroupVersion CORE = new GroupVersion("", "v1");
  private static final GroupVersion APPS = new GroupVersion("apps", "v1");
  private static final GroupVersion AUTOSCALING_V1 = new GroupVersion("autoscaling", "v1");

  private static Discovery over(CannedServer server) {
    return Discovery.over(server.rest());
  }

  @Test
  void aggregatedDiscoveryTakesTwoRequests() {
    var server = CannedServer.withDiscovery();

    DiscoveryResult result = over(server).groupsAndResources();

    assertThat(result.isComplete()).isTrue();
    assertThat(result.resources().firstEntry().getKey()).isEqualTo(CORE);
    assertThat(server.asked()).hasSize(2);
    assertThat(server.asked().getFirst().headers().first("Accept"))
        .contains(
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
                + "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
                + "application/json");
    assertThat(server.asked().getFirst().target()).isEqualTo("/api?timeout=32s");
  }

  @Test
  void oldServersGiveTheSameResult() {
    DiscoveryResult aggregated = over(CannedServer.withDiscovery()).groupsAndResources();
    DiscoveryResult legacy = over(CannedServer.withLegacyDiscovery()).groupsAndResources();

    // Groups of the same priority come in another order there.
    assertThat(legacy.groups()).containsExactlyInAnyOrderElementsOf(aggregated.groups());
    assertThat(legacy.resources()).hasSameSizeAs(aggregated.resources());
    legacy
        .resources()
        .forEach(
            (groupVersion, resources) ->
                assertThat(resources)
                    .containsExactlyInAnyOrderElementsOf(aggregated.resources().get(groupVersion)));
  }

  @Test
  void legacyFormCanBeAskedFor() {
    var server = CannedServer.withDiscovery();

    over(server).legacy().groupsAndResources();

    assertThat(server.count("/apis/apps/v1")).isEqualTo(1);
    assertThat(server.asked())
        .allSatisfy(r -> assertThat(r.headers().first("Accept")).contains("application/json"));
  }

  @Test
  void peersCanBeLeftOut() {
    var server = CannedServer.withDiscovery();

    over(server).withoutPeers().groups();

    assertThat(server.asked().getFirst().headers().first("Accept").orElseThrow())
        .startsWith(CannedServer.AGGREGATED + ";profile=nopeer,");
  }

  @Test
  void legacyRequestsAreManyAtOnceButBounded() {
    var now = new AtomicInteger();
    var most = new AtomicInteger();
    var several = new CountDownLatch(8);
    var server =
        CannedServer.withLegacyDiscovery()
            .before(
                (request, next) -> {
                  most.accumulateAndGet(now.incrementAndGet(), Math::max);
                  if (CannedServer.path(request).matches("/apis?/.*")) {
                    several.countDown();
                    await(several);
                  }
                  now.decrementAndGet();
                  return next.send(request);
                });

    assertThat(over(server).groupsAndResources().isComplete()).isTrue();

    assertThat(most.get()).isBetween(8, 16);
  }

  @Test
  void resourceSaysEverythingThatTheServerSays() {
    assertThat(over(CannedServer.withDiscovery()).resources(APPS))
        .filteredOn(resource -> resource.name().startsWith("deployments"))
        .containsExactly(
            new ApiResource(
                APPS,
                "deployments",
                "deployment",
                Scope.NAMESPACED,
                APPS.withKind("Deployment"),
                List.of(
                    "create",
                    "delete",
                    "deletecollection",
                    "get",
                    "list",
                    "patch",
                    "update",
                    "watch"),
                List.of("deploy"),
                List.of("all")),
            new ApiResource(
                APPS,
                "deployments/scale",
                "",
                Scope.NAMESPACED,
                new GroupVersionKind("autoscaling", "v1", "Scale"),
                List.of("get", "patch", "update"),
                List.of(),
                List.of()),
            new ApiResource(
                APPS,
                "deployments/status",
                "",
                Scope.NAMESPACED,
                APPS.withKind("Deployment"),
                List.of("get", "patch", "update"),
                List.of(),
                List.of()));
  }

  @Test
  void unknownGroupVersionIsNotFound() {
    assertThatThrownBy(
            () -> over(CannedServer.withDiscovery()).resources(new GroupVersion("no.such", "v1")))
        .isInstanceOf(ApiException.NotFound.class)
        .hasMessageContaining("/apis/no.such/v1");
  }

  @Test
  void groupsHaveVersionsAndAPreferredOne() {
    assertThat(over(CannedServer.withDiscovery()).groups())
        .contains(
            new ApiGroup("", List.of("v1"), "v1"),
            new ApiGroup("autoscaling", List.of("v2", "v1"), "v2"),
            new ApiGroup("kitchen.example.com", List.of("v2", "v2beta1"), "v2"));
  }

  @Test
  void serverWithoutCoreGroupIsFine() {
    var server = CannedServer.withDiscovery().forget("/api").forget("aggregated /api");

    DiscoveryResult result = over(server).groupsAndResources();

    assertThat(result.isComplete()).isTrue();
    assertThat(result.groups()).isNotEmpty().noneMatch(group -> group.name().isEmpty());
    assertThat(server.asked()).hasSize(2);
  }

  @Test
  void serverWithoutAnyGroupsIsAFailure() {
    assertThatThrownBy(() -> over(CannedServer.empty()).groupsAndResources())
        .isInstanceOf(ApiException.NotFound.class)
        .hasMessageContaining("/apis");
  }

  @Test
  void oneLegacyAnswerLeadsToARequestForEachGroupVersion() {
    var server = CannedServer.withDiscovery().forget("aggregated /apis");

    assertThat(over(server).groupsAndResources().resources()).containsKeys(CORE, APPS);

    assertThat(server.count("/api/v1")).isEqualTo(1);
    assertThat(server.count("/apis/apps/v1")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
        "application/json; as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io; charset=utf-8"
      })
  void discoveryFormatIsThatOfTheContentType(String contentType) {
    var server = CannedServer.withDiscovery();
    var documents = CannedServer.documents();
    server.answer("aggregated /api", 200, contentType, documents.get("aggregated /api"));
    server.answer("aggregated /apis", 200, contentType, documents.get("aggregated /apis"));

    over(server).groupsAndResources();

    assertThat(server.asked()).hasSize(2);
  }

  @Test
  void staleGroupVersionIsAFailureNextToTheRest() {
    var server = withStaleAutoscalingV2();

    DiscoveryResult result = over(server).groupsAndResources();

    assertThat(result.failures())
        .containsExactly(new DiscoveryFailure.Stale(new GroupVersion("autoscaling", "v2")));
    assertThat(result.resources()).containsKeys(CORE, APPS, AUTOSCALING_V1);
    assertThat(result.groups()).contains(new ApiGroup("autoscaling", List.of("v1"), "v1"));
    assertThat(server.asked()).hasSize(2);
    assertThatThrownBy(result::requireComplete)
        .isInstanceOf(IncompleteDiscoveryException.class)
        .hasMessageStartingWith(
            "unable to retrieve the complete list of server APIs: autoscaling/v2: stale");
  }

  static CannedServer withStaleAutoscalingV2() {
    String stale =
        CannedServer.documents()
            .get("aggregated /apis")
            .replace(
                "{\"freshness\":\"Current\",\"resources\":[{\"categories\":[\"all\"],"
                    + "\"resource\":\"horizontalpodautoscalers\"",
                "{\"freshness\":\"Stale\",\"resources\":[{\"categories\":[\"all\"],"
                    + "\"resource\":\"horizontalpodautoscalers\"");
    return CannedServer.withDiscovery()
        .answer(
            "aggregated /apis",
            stale.replaceFirst("\"Stale\"(.*)\"Stale\"", "\"Stale\"$1\"Current\""));
  }

  @Test
  void groupVersionThatFailsOnAnOldServerIsAFailureNextToTheRest() {
    var server = CannedServer.withLegacyDiscovery().forget("/apis/autoscaling/v2");

    DiscoveryResult result = over(server).groupsAndResources();

    assertThat(result.resources())
        .containsKeys(CORE, APPS, AUTOSCALING_V1)
        .doesNotContainKey(new GroupVersion("autoscaling", "v2"));
    assertThat(result.failures())
        .singleElement()
        .isInstanceOfSatisfying(
            DiscoveryFailure.Unreadable.class,
            failure -> {
              assertThat(failure.groupVersion()).isEqualTo(new GroupVersion("autoscaling", "v2"));
              assertThat(failure.cause()).isInstanceOf(ApiException.NotFound.class);
            });
    assertThat(server.count("/apis")).as("tried twice").isEqualTo(2);
  }

  @Test
  void groupThatVanishesMeanwhileIsNoFailure() {
    String withoutShop =
        CannedServer.documents()
            .get("/apis")
            .replaceAll(",\\{\"name\":\"shop.example.com\".*?\\]\\}(?=[,\\]])", "");
    var server = CannedServer.withLegacyDiscovery();
    server.forget("/apis/shop.example.com/v1").forget("/apis/shop.example.com/v1alpha1");
    server.before(
        (request, next) -> {
          if (CannedServer.path(request).equals("/apis") && server.count("/apis") > 1) {
            server.answer("/apis", withoutShop);
          }
          return next.send(request);
        });

    DiscoveryResult result = over(server).groupsAndResources();

    assertThat(result.failures()).isEmpty();
    assertThat(result.groups()).noneMatch(group -> group.name().equals("shop.example.com"));
  }

  @Test
  void interruptEndsDiscoveryAtOnce() throws Exception {
    var asked = new CountDownLatch(3);
    var never = new CountDownLatch(1);
    var server =
        CannedServer.withLegacyDiscovery()
            .before(
                (request, next) -> {
                  if (CannedServer.path(request).startsWith("/apis/")) {
                    asked.countDown();
                    await(never);
                  }
                  return next.send(request);
                });
    var failure = new Throwable[1];
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    over(server).groupsAndResources();
                  } catch (RequestInterruptedException e) {
                    failure[0] = e;
                  }
                });
    asked.await();

    caller.interrupt();
    caller.join();

    assertThat(failure[0]).hasMessageContaining("discovery: interrupted");
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  @Test
  void preferredResourcesAreEachThereOnce() {
    DiscoveryResult preferred = over(CannedServer.withDiscovery()).preferredResources();

    assertThat(preferred.allResources())
        .noneMatch(ApiResource::isSubresource)
        .extracting(ApiResource::resource)
        .contains(
            new GroupVersion("autoscaling", "v2").withResource("horizontalpodautoscalers"),
            new GroupVersion("coordination.k8s.io", "v1beta1").withResource("leasecandidates"),
            new GroupVersion("shop.example.com", "v1alpha1").withResource("flavours"))
        .doesNotContain(AUTOSCALING_V1.withResource("horizontalpodautoscalers"));
  }

  @Test
  void preferredNamespacedResourcesLeaveOutTheOthers() {
    DiscoveryResult preferred = over(CannedServer.withDiscovery()).preferredNamespacedResources();

    assertThat(preferred.allResources())
        .allMatch(ApiResource::isNamespaced)
        .extracting(ApiResource::name)
        .contains("pods", "leasecandidates")
        .doesNotContain("nodes", "flavours");
  }

  @Test
  void preferredResourcesComeWithTheFailures() {
    DiscoveryResult preferred = over(withStaleAutoscalingV2()).preferredNamespacedResources();

    assertThat(preferred.failures()).hasSize(1);
    assertThat(preferred.allResources())
        .extracting(ApiResource::resource)
        .contains(AUTOSCALING_V1.withResource("horizontalpodautoscalers"));
  }

  @Test
  void versionIsParsed() {
    ServerVersion version = over(CannedServer.withDiscovery()).serverVersion();

    assertThat(version).hasToString("v1.36.3");
    assertThat(List.of(version.major(), version.minor(), version.patch()))
        .containsExactly(1, 36, 3);
    assertThat(version.platform()).isEqualTo("linux/amd64");
    assertThat(version.isAtLeast(1, 36)).isTrue();
    assertThat(version.isAtLeast(1, 37)).isFalse();
    assertThat(version.isAtLeast(2, 0)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1.33.5-gke.1080000", "v1.33.5+k3s1", "1.33.5"})
  void versionOfADistributionIsParsed(String gitVersion) {
    var server =
        CannedServer.empty()
            .answer(
                "/version",
                "{\"major\":\"1\",\"minor\":\"33+\",\"gitVersion\":\"" + gitVersion + "\"}");

    ServerVersion version = over(server).serverVersion();

    assertThat(version.gitVersion()).isEqualTo(gitVersion);
    assertThat(List.of(version.major(), version.minor(), version.patch()))
        .containsExactly(1, 33, 5);
  }

  @Test
  void malformedDiscoveryDocumentIsAnErrorWithItsPlace() {
    var page = CannedServer.empty().answer("/apis", 200, "text/html", "<html>Log in</html>");
    assertThatThrownBy(() -> over(page).groups())
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("get /apis: the answer is not JSON");

    var wrong = CannedServer.empty().answer("/apis", "{\"groups\":[{\"name\":7}]}");
    assertThatThrownBy(() -> over(wrong).groups())
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("get /apis groups[0] name in the answer is Long, not a text");
  }

  @Test
  void resultCanBeNarrowed() {
    DiscoveryResult all = over(CannedServer.withDiscovery()).groupsAndResources();
    assertThat(all.namespaced().allResources()).isNotEmpty().allMatch(ApiResource::isNamespaced);
    DiscoveryResult some =
        all.filtered(
            resource ->
                resource.shortNames().contains("deploy") && resource.categories().contains("all"));
    assertThat(some.resources()).containsOnlyKeys(APPS);
    assertThat(all.groups().getFirst().groupVersions()).isNotEmpty();
    assertThat(all)
        .isEqualTo(over(CannedServer.withDiscovery()).groupsAndResources())
        .hasSameHashCodeAs(over(CannedServer.withDiscovery()).groupsAndResources())
        .isNotEqualTo(some);
  }
}
