package dev.drover.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.codec.Codec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectMetaTest {
  @CustomResource(group = "example.com", version = "v1")
  record Cone(ObjectMeta metadata) implements KubernetesObject {}

  private final OwnerReference owner =
      OwnerReference.builder().apiVersion("v1").kind("Pod").name("p").uid("u").build();

  private final ObjectMeta full =
      ObjectMeta.builder()
          .name("a")
          .generateName("a-")
          .namespace("ns")
          .selfLink("/x")
          .uid("1")
          .resourceVersion("7")
          .generation(3)
          .creationTimestamp(Instant.parse("2024-01-02T03:04:05Z"))
          .deletionTimestamp(Instant.parse("2024-01-03T03:04:05Z"))
          .deletionGracePeriodSeconds(0L)
          .labels(Map.of("l", "1"))
          .annotations(Map.of("n", "2"))
          .ownerReferences(List.of(owner))
          .finalizers(List.of("f"))
          .managedFields(List.of(ManagedFieldsEntry.builder().manager("m").build()))
          .build();

  @Test // A07
  void fifteenFieldsOfMetadata() {
    assertThat(full.name()).isEqualTo("a");
    assertThat(full.generateName()).isEqualTo("a-");
    assertThat(full.namespace()).isEqualTo("ns");
    assertThat(full.selfLink()).isEqualTo("/x");
    assertThat(full.uid()).isEqualTo("1");
    assertThat(full.resourceVersion()).isEqualTo("7");
    assertThat(full.generation()).isEqualTo(3);
    assertThat(full.creationTimestamp()).isEqualTo("2024-01-02T03:04:05Z");
    assertThat(full.deletionTimestamp()).isEqualTo("2024-01-03T03:04:05Z");
    assertThat(full.deletionGracePeriodSeconds()).isZero();
    assertThat(full.labels()).isEqualTo(Map.of("l", "1"));
    assertThat(full.annotations()).isEqualTo(Map.of("n", "2"));
    assertThat(full.ownerReferences()).containsExactly(owner);
    assertThat(full.finalizers()).containsExactly("f");
    assertThat(full.managedFields()).extracting(ManagedFieldsEntry::manager).containsExactly("m");
  }

  @Test // A07
  void fullMetadataRoundTripsInBothFormats() {
    for (Format format : Format.values()) {
      byte[] bytes = ObjectMeta.TYPE.encode(full, GroupVersionKind.EMPTY, format);
      assertThat(ObjectMeta.TYPE.decode(bytes, format)).as(format.name()).isEqualTo(full);
    }
  }

  @Test // A07
  void unsetMetadataFieldsAreEmptyOrNull() {
    var empty = ObjectMeta.builder().build();
    assertThat(empty.isEmpty()).isTrue();
    assertThat(empty.name()).isEmpty();
    assertThat(empty.resourceVersion()).isEmpty();
    assertThat(empty.generation()).isZero();
    assertThat(empty.creationTimestamp()).isNull();
    assertThat(empty.deletionTimestamp()).isNull();
    assertThat(empty.deletionGracePeriodSeconds()).isNull();
    assertThat(empty.labels()).isEmpty();
    assertThat(empty.finalizers()).isEmpty();
    assertThat(empty.isDeleting()).isFalse();
    assertThat(full.isDeleting()).isTrue();
  }

  @Test // A01: a deep copy is the object itself
  void nothingCanBeChanged() {
    var labels = new HashMap<>(Map.of("a", "b"));
    var meta = ObjectMeta.builder().labels(labels).build();
    labels.put("c", "d");
    assertThat(meta.labels()).isEqualTo(Map.of("a", "b"));
    assertThatThrownBy(() -> meta.labels().put("x", "y"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> full.finalizers().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(full.with(m -> {})).isEqualTo(full);
  }

  @Test // A08
  void metadataOfAnyObject() {
    var dynamic = DynamicObject.named(new GroupVersionKind("", "v1", "Pod"), "ns", "a");
    for (KubernetesObject object :
        List.of(dynamic, new Cone(dynamic.metadata()), PartialObject.of(dynamic.metadata()))) {
      assertThat(object.metadata().name()).isEqualTo("a");
      assertThat(object.name()).isEqualTo("a");
      assertThat(object.namespace()).isEqualTo("ns");
      assertThat(object.key()).isEqualTo(ObjectKey.of("ns", "a"));
    }
  }

  @Test
  void withersChangeOneThing() {
    assertThat(full.withName("b").name()).isEqualTo("b");
    assertThat(full.withNamespace("x").namespace()).isEqualTo("x");
    assertThat(full.withResourceVersion("8").resourceVersion()).isEqualTo("8");
    assertThat(full.withLabel("m", "2").labels()).isEqualTo(Map.of("l", "1", "m", "2"));
    assertThat(full.withLabel("l", "2").label("l")).contains("2");
    assertThat(full.withoutLabel("l").labels()).isEmpty();
    assertThat(full.withoutLabel("x")).isSameAs(full);
    assertThat(full.withAnnotation("o", "3").annotation("o")).contains("3");
    assertThat(full.withoutAnnotation("n").annotations()).isEmpty();
    assertThat(full.withoutAnnotation("x")).isSameAs(full);
    assertThat(full.withFinalizer("g").finalizers()).containsExactly("f", "g");
    assertThat(full.withFinalizer("f")).isSameAs(full);
    assertThat(full.withoutFinalizer("f").finalizers()).isEmpty();
    assertThat(full.withoutFinalizer("x")).isSameAs(full);
    assertThat(full.label("nowhere")).isEmpty();
  }

  @Test
  void ownerIsAReferenceByUid() {
    var cone = new Cone(ObjectMeta.builder().name("c").uid("u-1").build());
    var owned = ObjectMeta.builder().name("a").ownedBy(cone).build();
    assertThat(owned.controller())
        .hasValueSatisfying(
            reference -> {
              assertThat(reference.apiVersion()).isEqualTo("example.com/v1");
              assertThat(reference.kind()).isEqualTo("Cone");
              assertThat(reference.name()).isEqualTo("c");
              assertThat(reference.uid()).isEqualTo("u-1");
              assertThat(reference.controller()).isTrue();
              assertThat(reference.blockOwnerDeletion()).isTrue();
            });
    assertThat(owned.ownedBy(cone).ownerReferences()).as("not twice").hasSize(1);
    assertThat(full.ownedBy(cone).ownerReferences()).hasSize(2);
    assertThat(full.controller()).isEmpty();
  }

  @Test
  void printsNoCopyOfTheObjectThatKubectlLeavesInAnAnnotation() {
    var meta = full.withAnnotation("kubectl.kubernetes.io/last-applied-configuration", "hunter2");
    assertThat(meta.toString()).contains("<redacted>").doesNotContain("hunter2");
  }

  @Test // A10, A11, A12
  void metadataOfAList() {
    byte[] json =
        "{\"items\":[],\"metadata\":{\"resourceVersion\":\"10\",\"continue\":\"abc\",\"remainingItemCount\":0,\"selfLink\":\"/x\"}}"
            .getBytes(UTF_8);
    ObjectList<Cone> page = Codec.of(Kind.of(Cone.class)).decodeList(json, Format.JSON);
    assertThat(page.resourceVersion()).isEqualTo("10");
    assertThat(page.continueToken()).contains("abc");
    assertThat(page.remainingItemCount()).hasValue(0);
    assertThat(page.metadata().selfLink()).isEqualTo("/x");
    byte[] last = "{\"items\":[{\"metadata\":{\"name\":\"a\"}}],\"metadata\":{}}".getBytes(UTF_8);
    ObjectList<Cone> rest = Codec.of(Kind.of(Cone.class)).decodeList(last, Format.JSON);
    assertThat(rest.continueToken()).isEmpty();
    assertThat(rest.remainingItemCount()).isEmpty();
    assertThat(rest.items()).extracting(Cone::name).containsExactly("a");
  }

  @Test // A09
  void itemsOfAListMayBeAnythingAndAreCopied() {
    var items = new ArrayList<>(List.of(RawExtension.ofJson("{\"kind\":\"X\"}")));
    var list = new ObjectList<>(ListMeta.builder().resourceVersion("1").build(), items);
    items.clear();
    assertThat(list.items()).hasSize(1);
    assertThatThrownBy(() -> list.items().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
