package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class GroupVersionKindTest {
  private static final GroupVersionKind DEPLOYMENT =
      new GroupVersionKind("apps", "v1", "Deployment");
  private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");

  @Test // A03
  void apiVersionIsGroupAndVersionOrJustTheVersionForTheCoreGroup() {
    assertThat(DEPLOYMENT.apiVersion()).isEqualTo("apps/v1");
    assertThat(POD.apiVersion()).isEqualTo("v1");
    assertThat(new GroupVersionResource("apps", "v1", "deployments").apiVersion())
        .isEqualTo("apps/v1");
    assertThat(new GroupVersionResource("", "v1", "pods").apiVersion()).isEqualTo("v1");
  }

  @Test
  void apiVersionAndKindAreReadAndPrintedBothWays() {
    for (var kind : new GroupVersionKind[] {DEPLOYMENT, POD, GroupVersionKind.EMPTY}) {
      assertThat(GroupVersionKind.parse(kind.apiVersion(), kind.kind())).isEqualTo(kind);
      assertThat(GroupVersion.parse(kind.groupVersion().toString())).isEqualTo(kind.groupVersion());
    }
  }

  @Test
  void emptyTextIsTheEmptyKindAndNeverNull() {
    assertThat(GroupVersionKind.parse("", "")).isSameAs(GroupVersionKind.EMPTY);
    assertThat(GroupVersionKind.EMPTY.isEmpty()).isTrue();
    assertThat(GroupVersionKind.EMPTY.apiVersion()).isEmpty();
    assertThat(GroupVersion.parse("")).isSameAs(GroupVersion.EMPTY);
    assertThat(GroupVersionKind.parse("v1", "")).isEqualTo(new GroupVersionKind("", "v1", ""));
    assertThat(GroupVersionKind.parse("", "Pod")).isEqualTo(new GroupVersionKind("", "", "Pod"));
    assertThat(GroupVersion.EMPTY.isEmpty()).isTrue();
  }

  @Test
  void namesWithOnePartAreNotEmpty() {
    assertThat(new GroupVersionKind("g", "", "").isEmpty()).isFalse();
    assertThat(new GroupVersionKind("", "v", "").isEmpty()).isFalse();
    assertThat(new GroupVersionKind("", "", "k").isEmpty()).isFalse();
    assertThat(new GroupVersionResource("g", "", "").isEmpty()).isFalse();
    assertThat(new GroupVersionResource("", "v", "").isEmpty()).isFalse();
    assertThat(new GroupVersionResource("", "", "r").isEmpty()).isFalse();
    assertThat(new GroupVersionResource("", "", "").isEmpty()).isTrue();
    assertThat(new GroupVersion("g", "").isEmpty()).isFalse();
    assertThat(new GroupVersion("", "v").isEmpty()).isFalse();
    assertThat(new GroupKind("g", "").isEmpty()).isFalse();
    assertThat(new GroupKind("", "k").isEmpty()).isFalse();
    assertThat(new GroupKind("", "").isEmpty()).isTrue();
    assertThat(new GroupResource("g", "").isEmpty()).isFalse();
    assertThat(new GroupResource("", "r").isEmpty()).isFalse();
    assertThat(new GroupResource("", "").isEmpty()).isTrue();
  }

  @Test
  void printsAsKubernetesMessagesDo() {
    assertThat(DEPLOYMENT).hasToString("apps/v1, Kind=Deployment");
    assertThat(POD).hasToString("/v1, Kind=Pod");
    assertThat(new GroupVersionResource("apps", "v1", "deployments"))
        .hasToString("apps/v1, Resource=deployments");
    assertThat(DEPLOYMENT.groupKind()).hasToString("Deployment.apps");
    assertThat(POD.groupKind()).hasToString("Pod");
    assertThat(new GroupResource("apps", "deployments")).hasToString("deployments.apps");
    assertThat(new GroupResource("", "pods")).hasToString("pods");
  }

  @Test
  void groupMayContainDots() {
    assertThat(GroupKind.parse("Role.rbac.authorization.k8s.io"))
        .isEqualTo(new GroupKind("rbac.authorization.k8s.io", "Role"));
    assertThat(GroupResource.parse("roles.rbac.authorization.k8s.io"))
        .isEqualTo(new GroupResource("rbac.authorization.k8s.io", "roles"));
    assertThat(GroupKind.parse("Pod")).isEqualTo(new GroupKind("", "Pod"));
    assertThat(GroupResource.parse("pods")).isEqualTo(new GroupResource("", "pods"));
  }

  @Test
  void groupVersionAndKindConvertIntoEachOther() {
    assertThat(DEPLOYMENT.withVersion("v2"))
        .isEqualTo(new GroupVersionKind("apps", "v2", "Deployment"));
    assertThat(DEPLOYMENT.withKind("ReplicaSet"))
        .isEqualTo(new GroupVersionKind("apps", "v1", "ReplicaSet"));
    assertThat(DEPLOYMENT.groupKind().withVersion("v1")).isEqualTo(DEPLOYMENT);
    assertThat(DEPLOYMENT.groupVersion().withKind("Deployment")).isEqualTo(DEPLOYMENT);
    var deployments = DEPLOYMENT.groupVersion().withResource("deployments");
    assertThat(deployments.groupVersion()).isEqualTo(DEPLOYMENT.groupVersion());
    assertThat(deployments.groupResource().withVersion("v1")).isEqualTo(deployments);
    assertThat(deployments.withVersion("v2").version()).isEqualTo("v2");
  }

  @Test
  void slashBeforeTheVersionMeansTheCoreGroup() {
    assertThat(GroupVersion.parse("/v1")).isEqualTo(new GroupVersion("", "v1"));
  }

  @Test
  void malformedApiVersionIsRefusedWithPlaceAndRemedy() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GroupVersion.parse("apps/v1/beta"))
        .withMessageStartingWith("unexpected GroupVersion string: apps/v1/beta")
        .withMessageContaining("second '/' at position 7")
        .withMessageContaining("write group/version");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GroupVersionKind.parse("apps/", "Deployment"))
        .withMessageContaining("no version after the '/' at position 4");
    assertThatIllegalArgumentException().isThrownBy(() -> GroupVersion.parse("/"));
  }

  @Test
  void missingNameOrGroupBesideTheDotIsRefused() {
    for (String bad : new String[] {"", ".", ".apps"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> GroupKind.parse(bad))
          .withMessageStartingWith("no kind in '" + bad + "'");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> GroupResource.parse(bad))
          .withMessageStartingWith("no resource in '" + bad + "'");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GroupResource.parse("pods."))
        .withMessageContaining("no group after the '.' at position 4");
  }
}
