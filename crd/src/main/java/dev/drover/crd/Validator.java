package dev.drover.crd;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Checks objects as kube-apiserver does, without a server: structure, values, metadata, rules in
/// CEL with their cost limits, defaults and pruning.
///
/// ```java
/// Validator validator = Validator.of(Shop.class);                // or of(Crd...), ofOpenApi(document)
/// Validation found = validator.validate(shop);
/// if (!found.isValid()) {
///   throw new IllegalArgumentException(found.message());         // Shop.example.dev "a" is invalid: spec.tills: ...
/// }
/// ```
///
/// Immutable and safe for several threads; the rules of a definition are compiled once.
public final class Validator {
  private final Map<GroupVersionKind, VersionValidator> versions;

  private Validator(Map<GroupVersionKind, VersionValidator> versions) {
    this.versions = versions;
  }

  /// For the objects of definitions, in all their versions.
  public static Validator of(Crd... definitions) {
    return of(List.of(definitions));
  }

  /// For the objects of definitions, in all their versions.
  public static Validator of(List<Crd> definitions) {
    Map<GroupVersionKind, VersionValidator> versions = new LinkedHashMap<>();
    for (Crd crd : definitions) {
      boolean keepsUnknown = crd.toObject().bool("spec", "preserveUnknownFields").orElse(false);
      for (Crd.Version version : crd.versions()) {
        GroupVersionKind kind = new GroupVersionKind(crd.group(), version.name(), crd.kind());
        versions.put(
            kind,
            new VersionValidator(
                kind, crd.scope() == Scope.NAMESPACED, version.tree(), keepsUnknown));
      }
    }
    return new Validator(versions);
  }

  /// For the objects that a record stands for.
  ///
  /// @throws IllegalArgumentException when no definition can be made of it
  @SafeVarargs
  public static Validator of(
      Class<? extends KubernetesObject> type, Class<? extends KubernetesObject>... versions) {
    List<Kind<?>> kinds = new ArrayList<>();
    kinds.add(Kind.of(type));
    for (Class<? extends KubernetesObject> version : versions) {
      kinds.add(Kind.of(version));
    }
    return of(Crd.of(kinds));
  }

  /// For the kinds of an OpenAPI v3 document, such as a server has at `/openapi/v3/apis/apps/v1`.
  /// What built-in kinds check beyond their schema is not part of such a document.
  ///
  /// @param document the JSON tree
  public static Validator ofOpenApi(Map<String, ? extends @Nullable Object> document) {
    Map<GroupVersionKind, VersionValidator> versions = new LinkedHashMap<>();
    OpenApiSchemas.of(document)
        .forEach(
            (kind, found) ->
                versions.put(
                    kind,
                    new VersionValidator(kind, found.isNamespaced(), found.version(), false)));
    return new Validator(versions);
  }

  /// The kinds whose objects can be checked.
  public List<GroupVersionKind> kinds() {
    return List.copyOf(versions.keySet());
  }

  /// Checks an object that is to be created. As on a server, a status is ignored where the kind has
  /// `/status`, an object without a namespace is in `default`, and defaults are set first.
  ///
  /// @throws IllegalArgumentException when its kind is none of [#kinds]
  public Validation validate(KubernetesObject object) {
    DynamicObject read = dynamic(object);
    return version(read).validate(read.tree());
  }

  /// Checks a change: mistakes that the object had before are forgiven where they stay as they
  /// were, and rules that compare with `oldSelf` are evaluated.
  ///
  /// @throws IllegalArgumentException when its kind is none of [#kinds], or not the same in both
  public Validation validateUpdate(KubernetesObject old, KubernetesObject next) {
    DynamicObject before = dynamic(old);
    DynamicObject after = dynamic(next);
    requireSameKind(before, after);
    return version(after).validateUpdate(before.tree(), after.tree());
  }

  /// Checks a change of the status, of which everything else is ignored.
  ///
  /// @throws IllegalArgumentException when its kind is none of [#kinds], or not the same in both
  public Validation validateStatus(KubernetesObject old, KubernetesObject next) {
    DynamicObject before = dynamic(old);
    DynamicObject after = dynamic(next);
    requireSameKind(before, after);
    return version(after).validateStatus(before.tree(), after.tree());
  }

  /// The object as a server would store it: without unknown fields, with defaults.
  ///
  /// @throws IllegalArgumentException when its kind is none of [#kinds]
  public DynamicObject defaulted(KubernetesObject object) {
    DynamicObject read = dynamic(object);
    return DynamicObject.ofTree(version(read).defaulted(read.tree()));
  }

  /// The object without fields that its schema does not know.
  ///
  /// @throws IllegalArgumentException when its kind is none of [#kinds]
  public DynamicObject pruned(KubernetesObject object) {
    DynamicObject read = dynamic(object);
    return DynamicObject.ofTree(version(read).pruned(read.tree()));
  }

  private static DynamicObject dynamic(KubernetesObject object) {
    return object instanceof DynamicObject dynamic ? dynamic : DynamicObject.of(object);
  }

  private static void requireSameKind(DynamicObject old, DynamicObject next) {
    if (!old.gvk().equals(next.gvk())) {
      throw new IllegalArgumentException(
          "%s cannot become %s: convert the old object first".formatted(old.gvk(), next.gvk()));
    }
  }

  private VersionValidator version(DynamicObject object) {
    VersionValidator version = versions.get(object.gvk());
    if (version == null) {
      throw new IllegalArgumentException(
          "no schema for %s: there is one for %s".formatted(object.gvk(), versions.keySet()));
    }
    return version;
  }
}
