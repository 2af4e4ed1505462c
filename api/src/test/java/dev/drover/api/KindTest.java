package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindTest {
  @CustomResource(group = "example.com", version = "v1")
  record Gateway(ObjectMeta metadata, @Nullable String status)
      implements KubernetesObject, HasStatus<String> {}

  @CustomResource(
      group = "example.com",
      version = "v1beta1",
      kind = "Cone",
      plural = "conez",
      singular = "coney",
      shortNames = {"c", "co"},
      categories = "all",
      scope = Scope.CLUSTER)
  record Renamed(ObjectMeta metadata) implements KubernetesObject {}

  @Test // A05
  void kindOfARecordIsItsSimpleName() {
    Kind<Gateway> kind = Kind.of(Gateway.class);
    assertThat(kind.gvk()).isEqualTo(new GroupVersionKind("example.com", "v1", "Gateway"));
    assertThat(kind.plural()).isEqualTo("gateways");
    assertThat(kind.singular()).isEqualTo("gateway");
    assertThat(kind.isNamespaced()).isTrue();
    assertThat(kind.shortNames()).isEmpty();
    assertThat(kind.type()).isEqualTo(Gateway.class);
    assertThat(kind.hasSubresource("status")).isTrue();
    assertThat(kind).isSameAs(Kind.of(Gateway.class));
  }

  @Test // A04
  void kindKnowsItsResource() {
    assertThat(Kind.of(Gateway.class).resource())
        .isEqualTo(new GroupVersionResource("example.com", "v1", "gateways"));
  }

  @Test
  void customResourceAnnotationSetsEveryName() {
    Kind<Renamed> kind = Kind.of(Renamed.class);
    assertThat(kind.gvk()).isEqualTo(new GroupVersionKind("example.com", "v1beta1", "Cone"));
    assertThat(kind.plural()).isEqualTo("conez");
    assertThat(kind.singular()).isEqualTo("coney");
    assertThat(kind.shortNames()).containsExactly("c", "co");
    assertThat(kind.categories()).containsExactly("all");
    assertThat(kind.scope()).isEqualTo(Scope.CLUSTER);
    assertThat(kind.hasSubresource("status")).isFalse();
    assertThat(kind).hasToString("example.com/v1beta1, Kind=Cone");
  }

  @ParameterizedTest
  @CsvSource({
    "Icecream, icecreams",
    "NetworkPolicy, networkpolicies",
    "Gateway, gateways",
    "Ingress, ingresses",
    "Box, boxes",
    "Batch, batches",
    "Wish, wishes",
    "Y, ys"
  })
  void pluralIsEnglish(String kind, String plural) {
    assertThat(Kind.defaultPlural(kind)).isEqualTo(plural);
  }

  @Test // A01, A02: an object's kind is that of its class, or what a dynamic object says
  void objectKnowsItsKind() {
    var gateway = new Gateway(ObjectMeta.builder().name("a").build(), null);
    assertThat(Kind.ofObject(gateway)).isSameAs(Kind.of(Gateway.class));
    var dynamic = DynamicObject.named(new GroupVersionKind("x.io", "v1", "Thing"), "ns", "a");
    assertThat(Kind.ofObject(dynamic).gvk()).isEqualTo(dynamic.gvk());
    assertThat(Kind.ofObject(dynamic).plural()).isEqualTo("things");
    assertThat(Kind.ofObject(dynamic.withGvk(GroupVersionKind.EMPTY)).gvk())
        .isEqualTo(GroupVersionKind.EMPTY);
  }

  @Test // H09: create by GVK
  void kindMakesObjectsWithOnlyMetadata() {
    var metadata = ObjectMeta.builder().name("a").build();
    assertThat(Kind.of(Gateway.class).newObject(metadata)).isEqualTo(new Gateway(metadata, null));
    var gvk = new GroupVersionKind("x.io", "v1", "Thing");
    assertThat(Kind.dynamic(gvk, "things", Scope.CLUSTER).newObject(metadata))
        .isEqualTo(DynamicObject.named(gvk, "", "a"));
    assertThat(Kind.of(Gateway.class).metadataOnly().newObject(metadata))
        .isEqualTo(PartialObject.of(metadata));
  }

  @Test
  void kindsAreEqualWhenTypeAndKindAreEqual() {
    var gvk = new GroupVersionKind("x.io", "v1", "Thing");
    assertThat(Kind.dynamic(gvk, "things", Scope.CLUSTER))
        .isEqualTo(Kind.dynamic(gvk, "things", Scope.CLUSTER))
        .hasSameHashCodeAs(Kind.dynamic(gvk, "things", Scope.CLUSTER))
        .isNotEqualTo(Kind.dynamic(gvk, "thingies", Scope.CLUSTER))
        .isNotEqualTo(Kind.dynamic(gvk.withVersion("v2"), "things", Scope.CLUSTER));
    assertThat(Kind.of(Gateway.class).metadataOnly()).isNotEqualTo(Kind.of(Gateway.class));
  }

  record Plain(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  static class NoRecord implements KubernetesObject {
    @Override
    public ObjectMeta metadata() {
      return ObjectMeta.builder().build();
    }
  }

  @CustomResource(group = "example.com", version = "v1")
  record NoMetadata(String text) implements KubernetesObject {
    @Override
    public ObjectMeta metadata() {
      return ObjectMeta.builder().build();
    }
  }

  @CustomResource(group = "example.com", version = "v1")
  record OwnKind(String kind, ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "core", version = "v1")
  record NoDomain(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "")
  record NoVersion(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "1v")
  record DigitVersion(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1", plural = "Shops")
  record UpperPlural(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1", singular = "a shop")
  record SpacedSingular(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1", shortNames = "s_")
  record OddShortName(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1", categories = "")
  record NoCategory(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1", kind = "Under_Score")
  record OddKind(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record Twins(ObjectMeta metadata, String class_, @Name("class") String other)
      implements KubernetesObject {}

  @Test
  void classesWithoutAKindAreRefusedWithTheRemedy() {
    refused(Plain.class, "Plain is not a kind: annotate the record with @CustomResource(");
    refused(KubernetesObject.class, "KubernetesObject is not a kind");
    refused(NoRecord.class, "NoRecord is no record: a cache that never copies");
    refused(NoMetadata.class, "NoMetadata has no component 'ObjectMeta metadata'");
    refused(OwnKind.class, "OwnKind has a component 'kind': leave it out");
    refused(NoDomain.class, "NoDomain: the group must be a domain such as 'example.com'");
    refused(NoVersion.class, "NoVersion: the version must be a word such as 'v1alpha1'");
    refused(DigitVersion.class, "the version must be a word such as 'v1alpha1', got '1v'");
    refused(UpperPlural.class, "the plural must be a word such as 'shops', got 'Shops'");
    refused(SpacedSingular.class, "the singular must be a word such as 'shop', got 'a shop'");
    refused(OddShortName.class, "the short name must be a word such as 'sh', got 's_'");
    refused(NoCategory.class, "the category must be a word such as 'all', got ''");
    refused(OddKind.class, "the kind in lower case must be a word such as 'shop'");
    refused(Twins.class, "are both called 'class' in JSON: rename one");
    refused(DynamicObject.class, "say which, with Kind.dynamic(...)");
    refused(PartialObject.class, "say which, as in Pod.KIND.metadataOnly()");
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // what raw types let through
  void classNestedInAKindIsNoKind() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Kind.of((Class) ObjectMeta.class))
        .withMessageContaining("is part of an object, not a kind of its own");
  }

  record Array(String[] names) {}

  record Sets(Set<String> names) {}

  record IntKeys(Map<Integer, String> byNumber) {}

  @SuppressWarnings("rawtypes") // that is the point
  record Raw(List names) {}

  record Wild(List<? extends Number> numbers) {}

  record Mutable(StringBuilder text) {}

  record Small(short number) {}

  record Deep(Map<String, List<Mutable>> nested) {}

  record Unwrapped(List<Optional<String>> maybe) {}

  @CustomResource(group = "example.com", version = "v1")
  record WithArray(ObjectMeta metadata, Array spec) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record WithSet(ObjectMeta metadata, Sets spec) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record WithIntKeys(ObjectMeta metadata, IntKeys spec) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record WithRaw(ObjectMeta metadata, Raw spec) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record WithWild(ObjectMeta metadata, Wild spec) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record WithSmall(ObjectMeta metadata, Small spec) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record WithDeep(ObjectMeta metadata, @Nullable Deep spec) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record WithUnwrapped(ObjectMeta metadata, Unwrapped spec) implements KubernetesObject {}

  @Test
  void componentWithoutAFormInJsonIsNamedWithTheRemedy() {
    refused(WithArray.class, "KindTest$Array.names has type java.lang.String[], which has no JSON");
    refused(
        WithArray.class,
        "use a record, a sealed interface of records, a class of the model, String");
    refused(WithSet.class, "KindTest$Sets.names has type java.util.Set<java.lang.String>");
    refused(WithSet.class, "use List<...>, Map<String, ...> or a plain type");
    refused(WithIntKeys.class, "the keys of a map must be String");
    refused(WithRaw.class, "KindTest$Raw.names has type java.util.List");
    refused(WithWild.class, "KindTest$Wild.numbers has type");
    refused(WithSmall.class, "KindTest$Small.number has type short");
    refused(WithDeep.class, "KindTest$Mutable.text has type java.lang.StringBuilder");
    refused(WithUnwrapped.class, "KindTest$Unwrapped.maybe has type");
  }

  record Endless(String name, Endless next) {}

  record Ping(Pong pong) {}

  record Pong(Ping ping) {}

  @CustomResource(group = "example.com", version = "v1")
  record WithEndless(ObjectMeta metadata, List<Endless> chains) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1")
  record WithPing(ObjectMeta metadata, @Nullable Ping ping) implements KubernetesObject {}

  @Test
  void recordThatRequiresItselfIsRefused() {
    refused(WithEndless.class, "needs records inside records without end (next.next.next.next...)");
    refused(WithPing.class, "make a component on the way @Nullable, Optional or a List");
  }

  private static void refused(Class<? extends KubernetesObject> type, String message) {
    for (int i = 0; i < 2; i++) { // the second time, too
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Kind.of(type))
          .withMessageContaining(message);
    }
  }
}
