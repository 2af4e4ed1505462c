package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.ObjectMeta;
import dev.drover.api.codec.Codec;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.authentication.v1.TokenRequest;
import dev.drover.model.authorization.v1.SelfSubjectRulesReview;
import dev.drover.model.autoscaling.v1.Scale;
import dev.drover.model.core.v1.Binding;
import dev.drover.model.core.v1.ComponentStatus;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.ServiceAccount;
import dev.drover.model.policy.v1.Eviction;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Kinds that a real server does not store: reviews, bodies of subresources, and whether there are
/// any that no test knows.
@Tag("real")
class RealBodiesTest {
  private static final Kubernetes KUBERNETES = new Kubernetes();
  private static ApiServer server;

  @BeforeAll
  static void start() throws Exception {
    server = ApiServer.start();
    post(Deployment.KIND, DEPLOYMENT);
    post(Pod.KIND, POD);
    post(ServiceAccount.KIND, SERVICE_ACCOUNT);
  }

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: default}
      spec:
        replicas: 0
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: main, image: nginx}]}
      """;
  private static final String SERVICE_ACCOUNT =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: robot, namespace: default}
      """;
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web, namespace: default}
      spec: {containers: [{name: main, image: nginx}]}
      """;

  private static <T extends KubernetesObject> void post(Kind<T> kind, String manifest)
      throws Exception {
    T object = Manifests.parse(manifest).getFirst().as(kind);
    byte[] body = Codec.of(kind).encode(object, Format.PROTOBUF);
    server.post(ApiServer.path(kind, "default"), body, Format.PROTOBUF);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /// Answers to the same question are the same in both formats.
  @Test
  void reviewsAreAnsweredAlike() throws Exception {
    Set<String> kinds = new TreeSet<>();
    try (InputStream in = RealBodiesTest.class.getResourceAsStream("reviews.yaml")) {
      for (DynamicObject review : Manifests.read(in, "reviews.yaml")) {
        kinds.add(review.gvk().kind());
        assertThatAnswersAgree(KUBERNETES.find(review.gvk()), review);
      }
    }
    assertThat(kinds)
        .containsExactlyElementsOf(
            KUBERNETES.kinds().stream()
                .map(GroupVersionKind::kind)
                .filter(kind -> kind.endsWith("Review"))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static <T extends KubernetesObject> void assertThatAnswersAgree(
      Kind<T> kind, DynamicObject review) throws Exception {
    Codec<T> codec = Codec.of(kind);
    List<T> answers = new ArrayList<>();
    for (Format format : Format.values()) {
      byte[] question = codec.encode(review.as(kind), format);
      byte[] answer = server.post(ApiServer.path(kind, review.namespace()), question, format);
      T object = codec.decode(answer, format);
      answers.add(kind.withMetadata(object, ObjectMeta.builder().build()));
      if (format == Format.PROTOBUF) {
        assertThat(codec.encode(object, format)).isEqualTo(answer);
      }
    }
    if (kind != SelfSubjectRulesReview.KIND) { // whose rules come in any order
      assertThat(answers.get(0)).isEqualTo(answers.get(1));
    }
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void tokensAreHandedOut(Format format) throws Exception {
    Codec<TokenRequest> codec = Codec.of(TokenRequest.KIND);
    TokenRequest request =
        TokenRequest.named("default", "robot")
            .with(r -> r.spec(spec -> spec.expirationSeconds(600L)));
    String path = ApiServer.path(ServiceAccount.KIND, request) + "/token";
    byte[] answer = server.post(path, codec.encode(request, format), format);
    TokenRequest granted = codec.decode(answer, format);

    assertThat(granted.status().token()).isNotEmpty();
    assertThat(granted.toString()).doesNotContain(granted.status().token());
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void evictionsAreUnderstood(Format format) throws Exception {
    Eviction eviction = Eviction.named("default", "web");
    byte[] body = Codec.of(Eviction.KIND).encode(eviction, format);

    server.post(ApiServer.path(Pod.KIND, eviction) + "/eviction?dryRun=All", body, format);
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void scaleIsReadAndWritten(Format format) throws Exception {
    Codec<Scale> codec = Codec.of(Scale.KIND);
    String path = "/apis/apps/v1/namespaces/default/deployments/web/scale";
    Scale before = codec.decode(server.get(path, format), format);
    int more = before.spec().replicas() + 1;
    Scale wanted = before.with(scale -> scale.spec(spec -> spec.replicas(more)));
    Scale after = codec.decode(server.put(path, codec.encode(wanted, format), format), format);

    assertThat(after.spec().replicas()).isEqualTo(more);
    assertThat(after.status().selector()).isEqualTo("app=web");
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void bindingsAreUnderstood(Format format) {
    DynamicObject binding =
        Manifests.parse(
                """
                apiVersion: v1
                kind: Binding
                metadata: {name: web, namespace: default}
                target: {kind: Pod, name: node}
                """)
            .getFirst();
    byte[] body = Codec.of(Binding.KIND).encode(binding.as(Binding.KIND), format);

    assertThatThrownBy(() -> server.post(ApiServer.path(Binding.KIND, "default"), body, format))
        .hasMessageContaining("target.kind: Unsupported value"); // so it read the target
  }

  @Test
  void componentStatusesAgreeWhateverTheirOrder() throws Exception {
    assertThat(componentStatuses(Format.JSON)).isEqualTo(componentStatuses(Format.PROTOBUF));
  }

  private static List<ComponentStatus> componentStatuses(Format format) throws Exception {
    byte[] list = server.get(ApiServer.path(ComponentStatus.KIND, ""), format);
    return Codec.of(ComponentStatus.KIND).decodeList(list, format).items().stream()
        .sorted(Comparator.comparing(ComponentStatus::name))
        .toList();
  }

  @Test
  void everyKindThatIsServedIsInTheModel() throws Exception {
    Map<String, Object> groups = Json.object(server.get("/apis", Format.JSON));
    List<String> versions = new ArrayList<>(List.of("v1"));
    for (Object group : (List<?>) groups.get("groups")) {
      for (Object version : (List<?>) ((Map<?, ?>) group).get("versions")) {
        versions.add((String) ((Map<?, ?>) version).get("groupVersion"));
      }
    }
    List<GroupVersionKind> served = new ArrayList<>();
    for (String version : versions) {
      String path = (version.contains("/") ? "/apis/" : "/api/") + version;
      Map<String, Object> resources = Json.object(server.get(path, Format.JSON));
      for (Object resource : (List<?>) resources.get("resources")) {
        Map<?, ?> facts = (Map<?, ?>) resource;
        if (!((String) facts.get("name")).contains("/")) {
          served.add(GroupVersionKind.parse(version, (String) facts.get("kind")));
        }
      }
    }

    assertThat(KUBERNETES.kinds()).containsAll(served);
    assertThat(served).hasSizeGreaterThan(80);
  }
}
