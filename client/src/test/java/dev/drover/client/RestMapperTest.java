package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupResource;
import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Scope;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestMapperTest {
  private static final GroupKind ICECREAM = new GroupKind("shop.example.com", "Icecream");

  private final CannedServer server = CannedServer.withDiscovery();
  private final ManualTime clock = new ManualTime();
  private final RestMapper mapper = RestMapper.over(Discovery.over(server.rest(clock)));

  /// A server that has no shop until [#openShop].
  private void closeShop() {
    server.answer(
        "aggregated /apis",
        CannedServer.documents()
            .get("aggregated /apis")
            .replace("shop.example.com", "shut.example"));
  }

  private void openShop() {
    server.answer("aggregated /apis", CannedServer.documents().get("aggregated /apis"));
  }

  private long discoveries() {
    return server.count("/apis");
  }

  @Test
  void mapperSendsRequestsAtItsFirstUseOnly() {
    assertThat(server.asked()).isEmpty();

    mapper.mapping(ICECREAM);
    mapper.kindFor(new GroupVersionResource("", "", "po"));

    assertThat(discoveries()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "pods, /v1, Pod",
    "po, /v1, Pod",
    "Deployment, apps/v1, Deployment",
    "deployments.apps, apps/v1, Deployment",
    "deployments.v1.apps, apps/v1, Deployment",
    "hpa.v1.autoscaling, autoscaling/v1, HorizontalPodAutoscaler",
    "hpa.v1., autoscaling/v1, HorizontalPodAutoscaler",
    "recipes.v2beta1.kitchen.example.com, kitchen.example.com/v2beta1, Recipe",
    "recipes.kitchen.example.com, kitchen.example.com/v2, Recipe",
    "storageclass.storage, storage.k8s.io/v1, StorageClass"
  })
  void resourceIsFoundByWhatAUserTypes(String text, String groupVersion, String kind) {
    assertThat(mapper.mappingFor(text).gvk()).hasToString(groupVersion + ", Kind=" + kind);
  }

  @Test
  void groupMayBeginLikeAVersion() {
    server.answer(
        "aggregated /apis",
        CannedServer.documents().get("aggregated /apis").replace("shop.example.com", "v1.shop"));

    assertThat(mapper.mappingFor("icecreams.v1.shop").gvk())
        .isEqualTo(new GroupVersionKind("v1.shop", "v1", "Icecream"));
  }

  @Test
  void mappingGivesADynamicKind() {
    Kind<?> kind = mapper.mapping(new GroupKind("shop.example.com", "Flavour")).kind();

    assertThat(kind.resource())
        .isEqualTo(new GroupVersionResource("shop.example.com", "v1alpha1", "flavours"));
    assertThat(kind.scope()).isEqualTo(Scope.CLUSTER);
  }

  @Test
  void kindInLowerCaseIsFoundAsTheRealOne() {
    assertThat(mapper.mapping(new GroupKind("apps", "deployment")).gvk())
        .isEqualTo(new GroupVersionKind("apps", "v1", "Deployment"));
  }

  @Test
  void kindOfSubresourcesOnlyIsNoKind() {
    assertThatThrownBy(() -> mapper.mapping(new GroupKind("autoscaling", "Scale")))
        .isInstanceOf(MappingException.NoMatch.class);
  }

  @Test
  void fullGroupExcludesLongerOnes() {
    assertThat(mapper.resourcesFor(new GroupVersionResource("apps", "", "deploy")))
        .containsExactly(new GroupVersionResource("apps", "v1", "deployments"));
  }

  @Test
  void versionNextToAShortNameCounts() {
    assertThatThrownBy(() -> mapper.kindFor(new GroupVersionResource("apps", "v1beta1", "deploy")))
        .isInstanceOf(MappingException.NoMatch.class)
        .hasMessage(
            "the server has no resource 'deploy.apps' in version v1beta1; it has Deployment"
                + " (deployments.apps, v1), Deployment (deployments.apps.example.com, v1)");
  }

  @Test
  void shortNameWithTwoMeaningsMeansTheOneOfHigherPriority() {
    var table = new MappingTable(Discovery.over(server.rest()).groupsAndResources());
    var lookup = new MappingLookup.ByResource(new GroupVersionResource("", "", "ic"));

    assertThat(table.find(lookup)).extracting(e -> e.gvk().kind()).containsOnly("Recipe");
    assertThat(table.shadowed(lookup))
        .containsExactly(new GroupResource("shop.example.com", "icecreams"));
  }

  @Test
  void nameOfSeveralKindsInOneGroupVersionIsAmbiguous() {
    var server =
        CannedServer.empty()
            .answer("/apis", "{\"groups\":[{\"name\":\"g\",\"versions\":[{\"version\":\"v1\"}]}]}")
            .answer(
                "/apis/g/v1",
                """
                {"resources":[{"name":"cats","singularName":"pet","kind":"Cat"},
                              {"name":"dogs","singularName":"pet","kind":"Dog"}]}\
                """);
    var ambiguous = RestMapper.over(Discovery.over(server.rest()));

    assertThatThrownBy(() -> ambiguous.kindFor(new GroupVersionResource("", "", "pet")))
        .isInstanceOf(MappingException.Ambiguous.class)
        .hasMessageContaining("resource 'pet' could be any of [g/v1, Kind=Cat, g/v1, Kind=Dog]");
    assertThat(ambiguous.kindsFor(new GroupVersionResource("", "", "pet"))).hasSize(2);
    assertThat(ambiguous.resourceFor(new GroupVersionResource("", "", "dogs")).resource())
        .isEqualTo("dogs");
  }

  @Test
  void resourceMustHaveAName() {
    assertThatThrownBy(() -> mapper.kindFor(new GroupVersionResource("apps", "v1", "")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a resource must be present");
  }

  @Test
  void missNamesWhatIsSimilar() {
    assertThatThrownBy(() -> mapper.mapping(new GroupKind("extensions", "Deploymnet"), "v1beta1"))
        .isInstanceOf(MappingException.NoMatch.class)
        .hasMessage(
            "the server has no kind 'Deploymnet.extensions' in version v1beta1; it has Deployment"
                + " (deployments.apps, v1), Deployment (deployments.apps.example.com, v1)");
    assertThatThrownBy(() -> mapper.mapping(new GroupKind("toys.example.com", "Kaleidoscope")))
        .hasMessage(
            "the server has no kind 'Kaleidoscope.toys.example.com'; a custom resource needs its"
                + " CustomResourceDefinition first: kubectl apply -f it, or manager.install its"
                + " type");
  }

  @Test
  void missNamesWhatCouldNotBeDiscovered() {
    var partial = RestMapper.over(Discovery.over(DiscoveryTest.withStaleAutoscalingV2().rest()));

    assertThatThrownBy(() -> partial.mapping(new GroupKind("autoscaling", "Zebra")))
        .hasMessageContaining("autoscaling/v2 could not be discovered: stale");
    assertThatThrownBy(() -> partial.mapping(new GroupKind("apps", "Zebra")))
        .hasMessageNotContaining("stale");
  }

  @Test
  void newCustomResourceIsFoundAtOnce() {
    closeShop();
    mapper.kindFor(new GroupVersionResource("", "", "pods"));

    openShop();

    assertThat(mapper.mapping(ICECREAM).resource().resource()).isEqualTo("icecreams");
    assertThat(mapper.mappingFor("ice").gvk().kind()).isEqualTo("Icecream");
    assertThat(discoveries()).isEqualTo(2);
  }

  @Test
  void missIsRememberedForAWhileAndNoLonger() {
    closeShop();
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> mapper.mapping(ICECREAM))
          .isInstanceOf(MappingException.NoMatch.class);
    }
    assertThat(discoveries()).isEqualTo(1);

    clock.advance(RestMapper.MISS_LIFE.minusMillis(1));
    openShop();
    assertThatThrownBy(() -> mapper.mapping(ICECREAM)).isInstanceOf(MappingException.NoMatch.class);
    assertThat(discoveries()).isEqualTo(1);

    clock.advance(Duration.ofMillis(1));
    assertThat(mapper.mapping(ICECREAM).isNamespaced()).isTrue();
    assertThat(discoveries()).isEqualTo(2);
  }

  @Test
  void missDoesNotHideTheResultOfAnotherLookup() {
    closeShop();
    assertThatThrownBy(() -> mapper.mapping(ICECREAM)).isInstanceOf(MappingException.NoMatch.class);
    openShop();

    mapper.mapping(new GroupKind("shop.example.com", "Flavour"));

    assertThat(mapper.mapping(ICECREAM).isNamespaced()).isTrue();
    assertThat(discoveries()).isEqualTo(2);
  }

  @Test
  void missingCategoryIsEmpty() {
    assertThat(mapper.category("nothing")).isEmpty();
    assertThat(mapper.category("nothing")).isEmpty();
    assertThat(discoveries()).isEqualTo(1);
  }

  @Test
  void invalidatedMapperReadsAgain() {
    closeShop();
    assertThatThrownBy(() -> mapper.mapping(ICECREAM)).isInstanceOf(MappingException.NoMatch.class);
    openShop();

    mapper.invalidate();

    assertThat(mapper.mapping(ICECREAM).isNamespaced()).isTrue();
  }

  @Test
  void failureIsNotRemembered() {
    server.before(
        (request, next) -> {
          throw new IOException("the line is dead");
        });
    assertThatThrownBy(() -> mapper.mapping(ICECREAM))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("the line is dead");

    server.before((request, next) -> next.send(request));

    assertThat(mapper.mapping(ICECREAM).isNamespaced()).isTrue();
  }

  @Test
  void kindsOfAServerThatIsDownStayKnown() {
    var hpa = new GroupKind("autoscaling", "HorizontalPodAutoscaler");
    assertThat(mapper.mapping(hpa, "v2").gvk().version()).isEqualTo("v2");
    server.answer(
        "aggregated /apis",
        CannedServer.documents()
            .get("aggregated /apis")
            .replace("\"freshness\":\"Current\"", "\"freshness\":\"Stale\""));

    mapper.invalidate();

    assertThat(mapper.mapping(hpa, "v2").gvk().version()).isEqualTo("v2");
    assertThat(mapper.mapping(hpa).gvk().version()).isEqualTo("v2");
    assertThat(mapper.mapping(ICECREAM).isNamespaced()).isTrue();
  }

  @CustomResource(group = "shop.example.com", version = "v1")
  record Icecream(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "shop.example.com", version = "v1alpha1")
  record Flavour(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "shop.example.com", version = "v1", kind = "Icecream", plural = "ices")
  record Ice(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "shop.example.com", version = "v2")
  record Cone(ObjectMeta metadata) implements KubernetesObject {}

  @Test
  void javaTypeIsComparedWithTheServer() {
    assertThat(mapper.mapping(Kind.of(Icecream.class)).resource())
        .isEqualTo(new GroupVersion("shop.example.com", "v1").withResource("icecreams"));
    assertThatThrownBy(() -> mapper.mapping(Kind.of(Flavour.class)))
        .isInstanceOf(MappingException.Mismatch.class)
        .hasMessageContaining("scope NAMESPACED, the server says 'flavours' with scope CLUSTER");
    assertThatThrownBy(() -> mapper.mapping(Kind.of(Ice.class)))
        .isInstanceOf(MappingException.Mismatch.class)
        .hasMessageContaining("served as 'ices'")
        .hasMessageContaining("the server says 'icecreams'");
    assertThatThrownBy(() -> mapper.mapping(Kind.of(Cone.class)))
        .isInstanceOf(MappingException.NoMatch.class)
        .hasMessageContaining("the server has no kind 'Cone.shop.example.com' in version v2");
  }
}
