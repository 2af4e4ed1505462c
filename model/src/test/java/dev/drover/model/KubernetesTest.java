package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Scheme;
import dev.drover.api.codec.Struct;
import dev.drover.model.autoscaling.v1.Scale;
import dev.drover.model.core.v1.Node;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.networking.v1.Ingress;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KubernetesTest {
  private final Kubernetes kubernetes = new Kubernetes();

  @Test
  void holdsTheServedKindsOfGaAndBetaVersions() {
    assertThat(kubernetes.kinds())
        .hasSizeGreaterThan(80)
        .doesNotHaveDuplicates()
        .contains(
            new GroupVersionKind("", "v1", "Pod"),
            new GroupVersionKind("apps", "v1", "Deployment"),
            new GroupVersionKind("rbac.authorization.k8s.io", "v1", "Role"),
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"))
        .noneMatch(kind -> kind.version().contains("alpha"))
        .noneMatch(kind -> kind.group().equals("extensions"));
  }

  static Iterable<GroupVersionKind> kinds() {
    return new Kubernetes().kinds();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyKindIsFoundByItsName(GroupVersionKind gvk) throws ReflectiveOperationException {
    Kind<?> kind = kubernetes.find(gvk);
    assertThat(kind).isNotNull();
    assertThat(kind.gvk()).isEqualTo(gvk);
    assertThat(kind.type().getSimpleName()).isEqualTo(gvk.kind());
    assertThat(kind).isSameAs(Kind.of(kind.type()));
    readEveryAccessor(kind.type(), new HashSet<>());
  }

  /// Loads every class that a kind is made of: a type that is missing or misnamed fails here.
  private static void readEveryAccessor(Class<?> type, Set<Class<?>> seen)
      throws ReflectiveOperationException {
    if (!seen.add(type)) {
      return;
    }
    Object builder = type.getMethod("builder").invoke(null);
    Object empty = builder.getClass().getMethod("build").invoke(builder);
    for (Method accessor : accessors(type)) {
      accessor.invoke(empty);
      if (Struct.class.isAssignableFrom(accessor.getReturnType())) {
        readEveryAccessor(accessor.getReturnType(), seen);
      }
    }
  }

  private static Iterable<Method> accessors(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getParameterCount() == 0)
        .toList();
  }

  @Test
  void unknownKindsAreNotFound() {
    assertThat(kubernetes.find(new GroupVersionKind("", "v1", "Icecream"))).isNull();
    assertThat(kubernetes.find(new GroupVersionKind("extensions", "v1beta1", "Ingress"))).isNull();
  }

  @Test
  void kindsKnowWhatDiscoverySays() {
    assertThat(Pod.KIND.plural()).isEqualTo("pods");
    assertThat(Pod.KIND.shortNames()).containsExactly("po");
    assertThat(Pod.KIND.isNamespaced()).isTrue();
    assertThat(Pod.KIND.hasSubresource("status")).isTrue();
    assertThat(Node.KIND.isNamespaced()).isFalse();
    assertThat(Ingress.KIND.resource()).hasToString("networking.k8s.io/v1, Resource=ingresses");
  }

  @Test
  void bodiesOfSubresourcesAreKindsToo() {
    assertThat(Scale.KIND.gvk()).isEqualTo(new GroupVersionKind("autoscaling", "v1", "Scale"));
    assertThat(Scale.named("n", "web").with(s -> s.spec(p -> p.replicas(3))).spec().replicas())
        .isEqualTo(3);
  }

  @Test
  void schemeIsMadeFromGeneratedKinds() {
    assertThat(Scheme.of(kubernetes).find(Pod.KIND.gvk())).contains(Pod.KIND);
  }
}
