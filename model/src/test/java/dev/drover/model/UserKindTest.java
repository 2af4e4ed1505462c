package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.ObjectMeta;
import dev.drover.api.PartialObject;
import dev.drover.api.RawExtension;
import dev.drover.api.Scheme;
import dev.drover.api.Yaml;
import dev.drover.api.codec.Codec;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.PodTemplateSpec;
import dev.drover.model.core.v1.Toleration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Kinds of the user's beside, and made of, those of Kubernetes.
class UserKindTest {
  @CustomResource(group = "example.com", version = "v1")
  record Fleet(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(int ships, PodTemplateSpec template, List<Toleration> tolerations) {}
  }

  private static final Scheme SCHEME = Scheme.of(new Kubernetes()).with(Fleet.class);

  private static final String MANIFEST =
      """
      apiVersion: example.com/v1
      kind: Fleet
      metadata:
        name: armada
      spec:
        ships: 3
        template:
          spec:
            containers:
            - name: sail
              image: wind:1
        tolerations:
        - key: storm
          operator: Exists
      ---
      apiVersion: v1
      kind: Pod
      metadata:
        name: dinghy
        namespace: sea
      spec:
        volumes:
        - name: hold
          emptyDir: {}
        containers:
        - name: oar
          env:
          - name: LOG
            value: "yes"
      ---
      apiVersion: example.com/v1
      kind: Unheard
      metadata:
        name: of
      """;

  @Test
  void manifestOfBuiltInCustomAndUnknownKinds() {
    List<KubernetesObject> objects = Manifests.parse(MANIFEST, SCHEME);
    assertThat(objects).hasExactlyElementsOfTypes(Fleet.class, Pod.class, DynamicObject.class);
    Fleet fleet = (Fleet) objects.getFirst();
    assertThat(fleet.spec().template().spec().containers().getFirst().image()).isEqualTo("wind:1");
    assertThat(fleet.spec().tolerations().getFirst().key()).isEqualTo("storm");
  }

  @Test
  void recordWithPartsOfTheModelGoesThereAndBack() {
    Fleet fleet = (Fleet) Manifests.parse(MANIFEST, SCHEME).getFirst();
    assertThat(Manifests.parse(Yaml.write(fleet), SCHEME)).containsExactly(fleet);
    assertThat(DynamicObject.of(fleet).as(Fleet.class)).isEqualTo(fleet);
  }

  @Test
  void podIsPrintedInTheOrderOfItsFields() {
    Pod pod = (Pod) Manifests.parse(MANIFEST, SCHEME).get(1);
    assertThat("---\n" + Yaml.write(pod) + "---\n").isSubstringOf(MANIFEST);
  }

  @Test
  void ofAPodOnlyTheMetadataIsReadInEitherFormat() {
    Pod pod = (Pod) Manifests.parse(MANIFEST, SCHEME).get(1);
    Kind<PartialObject> partial = Pod.KIND.metadataOnly();
    for (Format format : Format.values()) {
      byte[] whole = Codec.of(Pod.KIND).encode(pod, format);
      PartialObject read = Codec.of(partial).decode(whole, format);
      assertThat(read).isEqualTo(PartialObject.of(pod.metadata()));
      assertThat(Codec.of(partial).encode(read, format)).hasSizeLessThan(whole.length);
    }
  }

  @Test // A13, H09
  void rawObjectIsReadAsWhatItSays() {
    Pod pod = Pod.named("sea", "dinghy");
    assertThat(SCHEME.decode(RawExtension.of(pod))).isEqualTo(pod);
    assertThat(SCHEME.decode(Codec.of(Pod.KIND).encode(pod, Format.PROTOBUF), Format.PROTOBUF))
        .isEqualTo(pod);
    assertThat(SCHEME.find(Pod.class)).contains(Pod.KIND);
    assertThat(Pod.KIND.newObject(pod.metadata())).isEqualTo(pod);
  }
}
