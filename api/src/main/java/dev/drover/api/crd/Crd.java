package dev.drover.api.crd;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.RawExtension;
import dev.drover.api.Scope;
import dev.drover.api.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A custom resource definition: made from records, or read.
///
/// ```java
/// Crd crd = Crd.of(Shop.class);                      // one record per version; several: Crd.of(ShopV1.class, ShopV1beta1.class)
/// Files.writeString(Path.of("shop-crd.yaml"), crd.toYaml());
/// client.apply(crd.toObject());
/// CustomResourceDefinition typed = crd.as(CustomResourceDefinition.class);
/// ```
///
/// The same records give the same text in every run, whatever their order. Immutable; equal by
/// content.
public final class Crd {
  /// The kind of definitions.
  public static final GroupVersionKind KIND =
      new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition");

  private final DynamicObject definition;

  private Crd(DynamicObject definition) {
    this.definition = definition;
  }

  /// The definition of a kind from its records, one for each version, in any order: versions are
  /// sorted by name, and short names, categories and the singular are those of the stored version.
  ///
  /// @throws IllegalArgumentException when a record is not a kind, the records are not versions of
  ///   one kind, not exactly one of them is the stored version, or an annotation does not fit; the
  ///   message names the place and what to write
  @SafeVarargs
  public static Crd of(
      Class<? extends KubernetesObject> type, Class<? extends KubernetesObject>... others) {
    List<Kind<?>> kinds = new ArrayList<>();
    kinds.add(Kind.of(type));
    for (Class<? extends KubernetesObject> other : others) {
      kinds.add(Kind.of(other));
    }
    return of(kinds);
  }

  /// The definition of a kind from its versions.
  ///
  /// @throws IllegalArgumentException as [#of(Class, Class...)]
  public static Crd of(List<? extends Kind<?>> versions) {
    List<? extends Kind<?>> sorted =
        versions.stream().sorted(Comparator.comparing(kind -> kind.gvk().version())).toList();
    Kind<?> first = sorted.getFirst();
    List<Object> entries = new ArrayList<>();
    List<Kind<?>> stored = new ArrayList<>();
    for (Kind<?> kind : sorted) {
      requireSameKind(first, kind);
      Map<String, @Nullable Object> entry = kind.definitionVersion();
      if (Boolean.TRUE.equals(entry.get("storage"))) {
        stored.add(kind);
      }
      entries.add(entry);
    }
    requireVersions(first, sorted, stored.stream().map(kind -> kind.gvk().version()).toList());
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("group", first.gvk().group());
    spec.put("names", names(stored.getFirst()));
    spec.put("scope", first.isNamespaced() ? "Namespaced" : "Cluster");
    spec.put("versions", entries);
    return new Crd(
        DynamicObject.named(KIND, "", first.plural() + "." + first.gvk().group())
            .with(spec, "spec"));
  }

  private static void requireSameKind(Kind<?> first, Kind<?> other) {
    boolean isSame =
        first.gvk().groupKind().equals(other.gvk().groupKind())
            && first.plural().equals(other.plural())
            && first.scope() == other.scope();
    if (!isSame) {
      throw new IllegalArgumentException(
          "%s (%s, %s) and %s (%s, %s) are not versions of one kind: group, kind, plural and scope of"
                  .formatted(
                      first.type().getName(),
                      first.gvk().groupKind(),
                      first.plural(),
                      other.type().getName(),
                      other.gvk().groupKind(),
                      other.plural())
              + " @CustomResource must be the same");
    }
  }

  private static void requireVersions(
      Kind<?> first, List<? extends Kind<?>> versions, List<String> stored) {
    long distinct = versions.stream().map(kind -> kind.gvk().version()).distinct().count();
    if (distinct < versions.size()) {
      throw new IllegalArgumentException(
          "%s has two records of one version".formatted(first.gvk().groupKind()));
    }
    if (stored.size() != 1) {
      throw new IllegalArgumentException(
          "%s is stored in %s: exactly one version is, the others say @CustomResource(storage ="
                  .formatted(
                      first.gvk().groupKind(),
                      stored.isEmpty() ? "no version" : "versions " + stored)
              + " false)");
    }
  }

  private static Map<String, Object> names(Kind<?> kind) {
    Map<String, Object> names = new LinkedHashMap<>();
    names.put("kind", kind.gvk().kind());
    names.put("listKind", kind.gvk().kind() + "List");
    names.put("plural", kind.plural());
    names.put("singular", kind.singular());
    if (!kind.shortNames().isEmpty()) {
      names.put("shortNames", kind.shortNames());
    }
    if (!kind.categories().isEmpty()) {
      names.put("categories", kind.categories());
    }
    return names;
  }

  /// A copy whose versions are converted by a webhook. Without one they must have the same fields.
  public Crd convertedBy(ConversionWebhook webhook) {
    return new Crd(definition.with(webhook.tree(), "spec", "conversion"));
  }

  /// A definition that was read, such as one of a cluster.
  ///
  /// @throws IllegalArgumentException when the object is no definition
  public static Crd ofObject(KubernetesObject object) {
    DynamicObject definition =
        object instanceof DynamicObject read ? read : DynamicObject.of(object);
    if (!definition.gvk().equals(KIND)) {
      throw new IllegalArgumentException(
          "%s is a %s, not a %s".formatted(definition.name(), definition.gvk(), KIND));
    }
    return new Crd(definition);
  }

  /// The definitions in a text of YAML or JSON; other objects are left out.
  ///
  /// @throws dev.drover.api.DecodeException when the text cannot be read
  public static List<Crd> parse(String text) {
    return Manifests.parse(text).stream()
        .filter(object -> object.gvk().equals(KIND))
        .map(Crd::ofObject)
        .toList();
  }

  /// The name of the definition, `plural.group`.
  public String name() {
    return definition.name();
  }

  /// The group of the kind.
  public String group() {
    return definition.text("spec", "group").orElse("");
  }

  /// The kind.
  public String kind() {
    return definition.text("spec", "names", "kind").orElse("");
  }

  /// The name of the resource in URLs.
  public String plural() {
    return definition.text("spec", "names", "plural").orElse("");
  }

  /// Whether objects live in a namespace.
  public Scope scope() {
    return definition.text("spec", "scope").orElse("").equals("Cluster")
        ? Scope.CLUSTER
        : Scope.NAMESPACED;
  }

  /// The versions, in the order of the definition.
  public List<Version> versions() {
    return definition.list("spec", "versions").stream()
        .filter(Map.class::isInstance)
        .map(entry -> new Version(cast((Map<?, ?>) Objects.requireNonNull(entry))))
        .toList();
  }

  /// The version of this name.
  public Optional<Version> version(String name) {
    return versions().stream().filter(version -> version.name().equals(name)).findFirst();
  }

  /// The version in which objects are stored.
  ///
  /// @throws IllegalStateException when the definition names none
  public Version storedVersion() {
    return versions().stream()
        .filter(Version::isStored)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(name() + " names no stored version"));
  }

  /// The definition as an object, to be applied.
  public DynamicObject toObject() {
    return definition;
  }

  /// The definition as an object of a Java type, such as the model's `CustomResourceDefinition`.
  public <T extends KubernetesObject> T as(Class<T> type) {
    return definition.as(type);
  }

  /// The definition in YAML, ending in a line break.
  public String toYaml() {
    return Yaml.write(definition);
  }

  /// The definition in JSON, on one line.
  public String toJson() {
    return new String(
        RawExtension.ofTree(definition.tree()).raw().toByteArray(), StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Crd that && definition.equals(that.definition);
  }

  @Override
  public int hashCode() {
    return definition.hashCode();
  }

  @Override
  public String toString() {
    return "Crd[" + name() + " " + versions().stream().map(Version::name).toList() + "]";
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, @Nullable Object> cast(Map<?, ?> map) {
    return (Map<String, @Nullable Object>) map;
  }

  /// One version of a definition.
  ///
  /// @param tree the entry as it is written
  public record Version(Map<String, @Nullable Object> tree) {
    /// The name, such as `v1`.
    public String name() {
      return tree.get("name") instanceof String name ? name : "";
    }

    /// Whether the server offers it.
    public boolean isServed() {
      return Boolean.TRUE.equals(tree.get("served"));
    }

    /// Whether objects are stored in it.
    public boolean isStored() {
      return Boolean.TRUE.equals(tree.get("storage"));
    }

    /// Whether clients are warned that it is deprecated.
    public boolean isDeprecated() {
      return Boolean.TRUE.equals(tree.get("deprecated"));
    }

    /// The `openAPIV3Schema`; empty where there is none.
    public Map<String, @Nullable Object> schema() {
      return tree.get("schema") instanceof Map<?, ?> schema
              && schema.get("openAPIV3Schema") instanceof Map<?, ?> openApi
          ? cast(openApi)
          : Map.of();
    }

    /// Whether there is a subresource, `status` or `scale`.
    public boolean hasSubresource(String name) {
      return tree.get("subresources") instanceof Map<?, ?> subresources
          && subresources.get(name) != null;
    }
  }
}
