package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.OwnerReference;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Container;
import dev.drover.model.core.v1.PodTemplateSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The example that a user sees first.
class PageOneTest {
  @CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
  record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
      implements KubernetesObject, HasStatus<Icecream.Status> {
    record Spec(String deploymentName, @Nullable Integer replicas) {}

    record Status(@Nullable String nodeName, int pods) {}
  }

  Deployment deploymentFor(Icecream i) {
    return Deployment.named(i.namespace(), i.spec().deploymentName())
        .with(
            d ->
                d.ownedBy(i)
                    .label("icecream", i.name())
                    .spec(
                        s ->
                            s.replicas(i.spec().replicas())
                                .matchLabel("icecream", i.name())
                                .template(
                                    t ->
                                        t.label("icecream", i.name())
                                            .container("scoop", c -> c.image("nginx:1")))));
  }

  private final Icecream icecream =
      new Icecream(
          ObjectMeta.builder().namespace("shop").name("vanilla").uid("u1").build(),
          new Icecream.Spec("cone", 2),
          null);

  @Test
  void deploymentHasWhatItsOwnerWants() {
    Deployment deployment = deploymentFor(icecream);

    assertThat(deployment.namespace()).isEqualTo("shop");
    assertThat(deployment.name()).isEqualTo("cone");
    assertThat(deployment.metadata().labels()).isEqualTo(Map.of("icecream", "vanilla"));
    assertThat(deployment.metadata().ownerReferences())
        .extracting(OwnerReference::kind, OwnerReference::name, OwnerReference::uid)
        .containsExactly(tuple("Icecream", "vanilla", "u1"));
    assertThat(deployment.spec().replicas()).isEqualTo(2);
    assertThat(deployment.spec().selector()).isNotNull();
    PodTemplateSpec template = deployment.spec().template();
    assertThat(template.metadata().labels()).isEqualTo(Map.of("icecream", "vanilla"));
    assertThat(template.spec().containers())
        .containsExactly(Container.builder().name("scoop").image("nginx:1").build());
  }

  @Test
  void equalSpecGivesAnEqualDeployment() {
    assertThat(deploymentFor(icecream)).isEqualTo(deploymentFor(icecream));
  }

  @Test
  void unsetReplicasStayUnset() {
    Icecream unscaled = new Icecream(icecream.metadata(), new Icecream.Spec("cone", null), null);
    assertThat(deploymentFor(unscaled).spec().replicas()).isNull();
  }
}
