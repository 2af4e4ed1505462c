package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupResource;
import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import dev.drover.api.RawExtension;
import dev.drover.api.Scope;
import dev.drover.controlplane.ControlPlane;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Discovery, mapper, OpenAPI and shared clients against a real kube-apiserver.
@Tag("real")
class DiscoveryRealTest {
  private static final Kind<DynamicObject> DEFINITION =
      Kind.dynamic(
          new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
          "customresourcedefinitions",
          Scope.CLUSTER);

  private static ControlPlane server;
  private static Client client;
  private static Discovery discovery;

  @BeforeAll
  static void start() throws Exception {
    server = ControlPlane.start(ControlPlane.Options.defaults().with(o -> o.betaApis(true)));
    client = connect(server.kubeconfig());
    discovery = Discovery.over(client.rest());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static Client connect(String kubeconfig) {
    return Client.connect(ClientConfig.fromKubeconfig(kubeconfig.getBytes(StandardCharsets.UTF_8)));
  }

  private static void define(String group, String kind, String plural, String version) {
    String json =
        """
        {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
         "metadata": {"name": "PLURAL.GROUP"},
         "spec": {"group": "GROUP", "scope": "Namespaced",
           "names": {"kind": "KIND", "plural": "PLURAL", "shortNames": ["xPLURAL"], "categories": ["frozen"]},
           "versions": [{"name": "VERSION", "served": true, "storage": true,
             "schema": {"openAPIV3Schema": {"type": "object",
               "x-kubernetes-preserve-unknown-fields": true}}}]}}\
        """
            .replace("GROUP", group)
            .replace("KIND", kind)
            .replace("PLURAL", plural)
            .replace("VERSION", version);
    client.resources(DEFINITION).create(RawExtension.ofJson(json).as(DEFINITION));
  }

  /// A definition is established a moment after it was created, and discovered a moment later.
  private static void eventually(BooleanSupplier claim) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!claim.getAsBoolean()) {
      assertThat(System.nanoTime()).as("not within 30 s").isLessThan(deadline);
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  @Test
  void versionIsTheOneThatWasStarted() {
    assertThat(discovery.serverVersion()).hasToString(ControlPlane.DEFAULT_VERSION);
    assertThat(discovery.serverVersion().isAtLeast(1, 30)).isTrue();
  }

  @Test
  void discoveryIsEqualInBothFormats() {
    DiscoveryResult aggregated = discovery.groupsAndResources();
    DiscoveryResult legacy = discovery.legacy().groupsAndResources();

    assertThat(aggregated.isComplete()).isTrue();
    assertThat(legacy.isComplete()).isTrue();
    var builtIn = new GroupVersion("apps", "v1");
    assertThat(legacy.resources().get(builtIn))
        .containsExactlyInAnyOrderElementsOf(aggregated.resources().get(builtIn));
    assertThat(discovery.resources(builtIn)).isEqualTo(legacy.resources().get(builtIn));
    assertThat(legacy.groups()).containsAll(aggregated.groups());
  }

  @Test
  void preferredResourcesAreReported() {
    assertThat(discovery.preferredResources().requireComplete().allResources())
        .extracting(ApiResource::resource)
        .contains(
            new GroupVersionResource("", "v1", "nodes"),
            new GroupVersionResource("autoscaling", "v2", "horizontalpodautoscalers"))
        .doesNotContain(new GroupVersionResource("autoscaling", "v1", "horizontalpodautoscalers"));
    assertThat(discovery.preferredNamespacedResources().allResources())
        .extracting(ApiResource::name)
        .contains("pods")
        .doesNotContain("nodes");
  }

  @Test
  void userWithoutAnyRightsCanDiscover() {
    try (Client jane = connect(server.kubeconfig(server.addUser("jane")))) {
      assertThat(Discovery.over(jane.rest()).groupsAndResources().isComplete()).isTrue();
    }
  }

  @Test
  void groupOfAServerThatIsDownIsAFailureNextToTheRest() {
    Kind<DynamicObject> service =
        Kind.dynamic(
            new GroupVersionKind("apiregistration.k8s.io", "v1", "APIService"),
            "apiservices",
            Scope.CLUSTER);
    client
        .resources(service)
        .create(
            RawExtension.ofJson(
                    """
                    {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService",
                     "metadata": {"name": "v1.down.example.com"},
                     "spec": {"group": "down.example.com", "version": "v1",
                       "groupPriorityMinimum": 100, "versionPriority": 1,
                       "insecureSkipTLSVerify": true,
                       "service": {"namespace": "default", "name": "nobody"}}}\
                    """)
                .as(service));
    var down = new GroupVersion("down.example.com", "v1");
    try {
      for (Discovery each : new Discovery[] {discovery, discovery.legacy()}) {
        eventually(
            () ->
                each.groupsAndResources().failures().stream()
                    .anyMatch(failure -> failure.groupVersion().equals(down)));
        assertThat(each.groupsAndResources().resources())
            .containsKey(new GroupVersion("apps", "v1"));
      }
      assertThatThrownBy(
              () ->
                  RestMapper.over(discovery).mapping(new GroupKind("down.example.com", "Anything")))
          .isInstanceOf(MappingException.NoMatch.class)
          .hasMessageContaining("down.example.com/v1 could not be discovered: stale");
    } finally {
      client.resources(service).delete("v1.down.example.com");
      eventually(() -> discovery.groupsAndResources().isComplete());
    }
  }

  @Test
  void mapperKnowsTheBuiltInKinds() {
    var mapper = RestMapper.over(discovery);

    assertThat(mapper.mappingFor("deploy").gvk())
        .isEqualTo(new GroupVersionKind("apps", "v1", "Deployment"));
    assertThat(mapper.mapping(new GroupKind("", "Node")).isNamespaced()).isFalse();
    assertThat(mapper.category("all")).contains(new GroupResource("", "pods"));
    assertThat(mapper.singular("po")).isEqualTo("pod");
  }

  @Test
  void mapperAndFactoryFindANewCustomResource() {
    var kind = new GroupVersionKind("parlour.example.com", "v1", "Sundae");
    var factory = SharedClientFactory.over(client);
    assertThatThrownBy(() -> factory.forKind(kind))
        .isInstanceOf(MappingException.NoMatch.class)
        .hasMessageContaining("no kind 'Sundae.parlour.example.com' in version v1");

    define("parlour.example.com", "Sundae", "sundaes", "v1");

    eventually(() -> isFound(factory, kind));
    ResourceClient<DynamicObject> sundaes = factory.forKind(kind).inNamespace("default");
    DynamicObject created =
        sundaes.create(
            RawExtension.ofJson(
                    """
                    {"apiVersion": "parlour.example.com/v1", "kind": "Sundae",
                     "metadata": {"name": "big"}, "spec": {"scoops": 3}}\
                    """)
                .as(sundaes.kind()));
    assertThat(created.integer("spec", "scoops")).contains(3L);
    assertThat(factory.mapper().mappingFor("xsundaes").gvk()).isEqualTo(kind);
    assertThat(factory.mapper().category("frozen"))
        .contains(new GroupResource("parlour.example.com", "sundaes"));
    assertThat(factory.forObject(created)).isSameAs(factory.forKind(kind));
  }

  private static boolean isFound(SharedClientFactory factory, GroupVersionKind kind) {
    try {
      return factory.forKind(kind).kind().plural().equals("sundaes");
    } catch (MappingException.NoMatch e) {
      return false;
    }
  }

  @Test
  void openApiDocumentIsReadAgainOnlyWhenItChanged() {
    var openApi = OpenApi.over(client.rest());
    var apps = new GroupVersion("apps", "v1");
    Map<String, Object> document = openApi.document(apps).orElseThrow();

    assertThat(document.get("openapi")).isEqualTo("3.0.0");
    assertThat(schemas(document).contains("io.k8s.api.apps.v1.Deployment")).isTrue();
    assertThat(openApi.document(apps).orElseThrow()).isSameAs(document);
    assertThat(openApi.document("version")).isPresent();

    var van = new GroupVersion("van.example.com", "v1");
    assertThat(openApi.document(van)).isEmpty();
    define("van.example.com", "Van", "vans", "v1");
    eventually(
        () ->
            openApi
                .document(van)
                .filter(tree -> schemas(tree).contains("com.example.van.v1.Van"))
                .isPresent());
  }

  private static Set<?> schemas(Map<String, Object> document) {
    return document.get("components") instanceof Map<?, ?> components
            && components.get("schemas") instanceof Map<?, ?> schemas
        ? schemas.keySet()
        : Set.of();
  }

  @Test
  void openApi2IsOneDocument() {
    Map<String, Object> document = OpenApi.over(client.rest()).documentV2();

    assertThat(document).containsEntry("swagger", "2.0").containsKey("definitions");
  }

  @Test
  void serverIsHealthy() {
    assertThat(SharedClientFactory.over(client).isHealthy()).isTrue();
  }
}
