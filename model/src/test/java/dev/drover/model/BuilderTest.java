package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Format;
import dev.drover.api.IntOrString;
import dev.drover.api.Quantity;
import dev.drover.api.codec.Codec;
import dev.drover.model.apiextensions.v1.JSONSchemaProps;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.apps.v1.DeploymentStatus;
import dev.drover.model.authentication.v1.UserInfo;
import dev.drover.model.core.v1.Container;
import dev.drover.model.core.v1.EnvVar;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.PodSecurityContext;
import dev.drover.model.core.v1.PodSpec;
import dev.drover.model.core.v1.ServicePort;
import dev.drover.model.core.v1.Toleration;
import dev.drover.model.core.v1.Volume;
import dev.drover.model.rbac.v1.ClusterRole;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BuilderTest {

  @Test
  void setFieldsCanBeRead() {
    Pod pod =
        Pod.builder()
            .namespace("default")
            .name("web")
            .spec(s -> s.nodeName("n1").hostNetwork(true).priority(0))
            .build();
    assertThat(pod.metadata().namespace()).isEqualTo("default");
    assertThat(pod.name()).isEqualTo("web");
    assertThat(pod.spec().nodeName()).isEqualTo("n1");
    assertThat(pod.spec().hostNetwork()).isTrue();
    assertThat(pod.spec().priority()).isZero();
  }

  @Test
  void unsetFieldsAreAbsentOrEmpty() {
    Pod pod = Pod.named("default", "web");
    assertThat(pod.spec().isEmpty()).isTrue();
    assertThat(pod.spec().containers()).isEmpty();
    assertThat(pod.spec().nodeSelector()).isEmpty();
    assertThat(pod.spec().nodeName()).isNull();
    assertThat(pod.spec().priority()).isNull();
    assertThat(pod.spec().hostNetwork()).isFalse();
    assertThat(pod.spec().affinity()).isNull();
    assertThat(pod.status().conditions()).isEmpty();
    assertThat(Container.builder().build().name()).isEmpty();
  }

  @Test
  void kindsOfTheClusterHaveANameOnly() {
    assertThat(ClusterRole.named("reader").key()).hasToString("reader");
  }

  @Test
  void ownersThatTheGarbageCollectorCannotFindAreRefused() {
    Pod owner = Pod.named("shop", "owner").with(p -> p.metadata(m -> m.uid("u1")));
    ClusterRole wide = ClusterRole.named("wide").with(r -> r.metadata(m -> m.uid("u2")));
    Pod owned = Pod.named("shop", "a").with(p -> p.ownedBy(owner).alsoOwnedBy(wide));
    assertThat(owned.metadata().isControlledBy(owner)).isTrue();
    assertThat(owned.metadata().ownerReferences()).hasSize(2);
    assertThatThrownBy(() -> Pod.named("other", "a").with(p -> p.ownedBy(owner)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("object 'other/a' cannot be owned by Pod 'shop/owner'");
    assertThatThrownBy(() -> ClusterRole.named("a").with(r -> r.alsoOwnedBy(owner)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("object 'a' has no namespace and cannot be owned by Pod");
    assertThatThrownBy(() -> owned.with(p -> p.ownedBy(wide)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most one controller");
  }

  @Test
  void withChangesACopy() {
    Pod before = Pod.named("default", "web").with(p -> p.label("app", "web"));
    Pod after = before.with(p -> p.spec(s -> s.nodeName("n1")).label("tier", "front"));

    assertThat(before.spec().nodeName()).isNull();
    assertThat(before.metadata().labels()).isEqualTo(Map.of("app", "web"));
    assertThat(after.spec().nodeName()).isEqualTo("n1");
    assertThat(after.metadata().labels()).isEqualTo(Map.of("app", "web", "tier", "front"));
  }

  @Test
  void unchangedPartsAreShared() {
    Pod before = Pod.named("default", "web").with(p -> p.container("web", c -> c.image("nginx")));
    Pod after = before.with(p -> p.label("app", "web"));
    assertThat(after.spec()).isSameAs(before.spec());
  }

  @Test
  void nullMakesAbsent() {
    PodSpec spec = PodSpec.builder().nodeName("n1").priority(5).build();
    PodSpec cleared =
        spec.with(s -> s.nodeName(null).priority(null).securityContext((PodSecurityContext) null));
    assertThat(cleared).isEqualTo(PodSpec.builder().build());
  }

  @Test
  void structMayBePresentAndEmpty() {
    Volume volume = Volume.builder().name("tmp").emptyDir(e -> {}).build();
    assertThat(volume.emptyDir()).isNotNull();
    assertThat(volume).isNotEqualTo(Volume.builder().name("tmp").build());
  }

  @Nested
  class ItemsWithAKey {
    private final PodSpec spec =
        PodSpec.builder()
            .container("web", c -> c.image("nginx:1"))
            .container("log", c -> c.image("fluentd:1"))
            .build();

    @Test
    void aNewKeyAddsAnItem() {
      assertThat(spec.containers()).extracting(Container::name).containsExactly("web", "log");
    }

    @Test
    void aKnownKeyEditsTheItemInItsPlace() {
      PodSpec edited = spec.with(s -> s.container("web", c -> c.tty(true)));
      assertThat(edited.containers())
          .containsExactly(
              Container.builder().name("web").image("nginx:1").tty(true).build(),
              spec.containers().get(1));
    }

    @Test
    void numbersAreKeysToo() {
      Container container =
          Container.builder()
              .port(8080, p -> p.name("http"))
              .port(8080, p -> p.protocol("TCP"))
              .build();
      assertThat(container.ports()).hasSize(1);
      assertThat(container.ports().getFirst().containerPort()).isEqualTo(8080);
      assertThat(container.ports().getFirst().name()).isEqualTo("http");
    }

    @Test
    void anItemWithAnotherSecondKeyIsAdded() {
      Container container =
          Container.builder()
              .port(53, p -> p.protocol("TCP"))
              .addPort(p -> p.containerPort(53).protocol("UDP"))
              .build();
      assertThat(container.ports()).hasSize(2);
    }

    @Test
    void conditionsAreKnownByType() {
      DeploymentStatus status =
          DeploymentStatus.builder()
              .condition("Available", c -> c.status("False"))
              .condition("Available", c -> c.status("True"))
              .build();
      assertThat(status.conditions())
          .singleElement()
          .satisfies(condition -> assertThat(condition.status()).isEqualTo("True"));
    }

    @Test
    void wholeItemsAndListsAreAcceptedToo() {
      EnvVar one = EnvVar.builder().name("A").value("1").build();
      EnvVar two = EnvVar.builder().name("B").value("2").build();
      Container container = Container.builder().env(List.of(one)).addEnv(two).build();
      assertThat(container.env()).containsExactly(one, two);
    }
  }

  @Nested
  class OtherItems {
    @Test
    void structsAreAdded() {
      Toleration toleration = Toleration.builder().key("a").build();
      PodSpec spec =
          PodSpec.builder().addToleration(toleration).addToleration(t -> t.key("b")).build();
      assertThat(spec.tolerations())
          .containsExactly(toleration, Toleration.builder().key("b").build());
    }

    @Test
    void scalarsAreListedOrAdded() {
      Container container = Container.builder().command("sh", "-c").addCommand("true").build();
      assertThat(container.command()).containsExactly("sh", "-c", "true");
    }

    @Test
    void plainNumbersAreLongs() {
      PodSecurityContext context =
          PodSecurityContext.builder().runAsUser(1000).supplementalGroups(1, 2).build();
      assertThat(context.runAsUser()).isEqualTo(1000L);
      assertThat(context.supplementalGroups()).containsExactly(1L, 2L);
    }

    @Test
    void nullItemsAreRefusedWithTheFieldsName() {
      assertThatThrownBy(() -> Container.builder().addCommand(null))
          .isInstanceOf(NullPointerException.class)
          .hasMessageContaining("core/v1.Container.command");
    }
  }

  @Nested
  class MapsAndWellKnownTypes {
    @Test
    void entriesArePut() {
      Container container =
          Container.builder()
              .resources(r -> r.request("cpu", "500m").limit("memory", Quantity.parse("1Gi")))
              .build();
      assertThat(container.resources().requests()).isEqualTo(Map.of("cpu", Quantity.parse("500m")));
      assertThat(container.resources().limits()).isEqualTo(Map.of("memory", Quantity.parse("1Gi")));
    }

    @Test
    void structsInMapsAreBuilt() {
      JSONSchemaProps schema =
          JSONSchemaProps.builder()
              .type("object")
              .property("name", p -> p.type("string").maxLength(63))
              .addRequired("name")
              .build();
      assertThat(schema.properties().get("name").maxLength()).isEqualTo(63L);
      assertThat(schema.required()).containsExactly("name");
    }

    @Test
    void intOrStringTakesEither() {
      assertThat(ServicePort.builder().targetPort(80).build().targetPort())
          .isEqualTo(IntOrString.of(80));
      assertThat(ServicePort.builder().targetPort("http").build().targetPort())
          .isEqualTo(IntOrString.of("http"));
    }

    @Test
    void listsInMapsAreCopied() {
      List<String> groups = new ArrayList<>(List.of("a"));
      UserInfo user = UserInfo.builder().extra(Map.of("scopes", groups)).build();
      groups.add("b");
      assertThat(user.extra()).isEqualTo(Map.of("scopes", List.of("a")));
    }
  }

  @Test
  void intentHoldsOnlyWhatWasSet() {
    Deployment named = Deployment.named("shop", "cone").with(d -> d.spec(s -> s.replicas(2)));
    Codec<Deployment> codec = Codec.of(Deployment.KIND);

    assertThat(new String(codec.encodeIntent(named), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"cone\","
                + "\"namespace\":\"shop\"},\"spec\":{\"replicas\":2}}");
    assertThat(new String(codec.encode(named, Format.JSON), StandardCharsets.UTF_8))
        .contains("\"template\":{");
  }
}
