package dev.drover.recipes.set;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Scope;
import dev.drover.client.MappingException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Prepares the described objects of a set: resolves kinds and namespaces, checks that the set may
/// have them, and adds owner references and marks.
final class Descriptions {
  static final GroupKind DEFINITION =
      new GroupKind("apiextensions.k8s.io", "CustomResourceDefinition");

  private final DesiredSet set;
  private final String ownerNamespace; // empty if there is no owner, or it has none
  private final String home; // where objects without a namespace go; may be empty

  Descriptions(DesiredSet set) {
    this.set = set;
    this.ownerNamespace = set.identity().owner().map(o -> o.key().namespace()).orElse("");
    this.home =
        set.options().defaultNamespace().isEmpty()
            ? ownerNamespace
            : set.options().defaultNamespace();
  }

  /// An object in its namespace.
  record Described<T extends KubernetesObject>(Kind<T> kind, T object) {
    ObjectRef ref() {
      return new ObjectRef(kind.gvk(), object.key());
    }
  }

  /// @param refused why objects cannot be in the set
  record Read(List<Described<?>> described, Map<ObjectRef, String> refused) {}

  /// @throws IllegalArgumentException if one object is described twice, or has no name
  Read read(Collection<? extends KubernetesObject> objects) {
    Map<GroupKind, Kind<DynamicObject>> defined = defined(objects);
    List<Described<?>> described = new ArrayList<>();
    Map<ObjectRef, String> refused = new LinkedHashMap<>();
    Set<ObjectRef.Id> seen = new HashSet<>();
    for (KubernetesObject object : objects) {
      if (object.name().isEmpty()) {
        throw new IllegalArgumentException(
            "%s: %s has no name; members need one, generateName would create it at every run"
                .formatted(set.identity(), object));
      }
      ObjectRef ref = read(object, defined, described, refused);
      if (!seen.add(ref.id())) {
        throw new IllegalArgumentException(set.identity() + ": " + ref + " is described twice");
      }
    }
    return new Read(described, refused);
  }

  private <T extends KubernetesObject> ObjectRef read(
      T object,
      Map<GroupKind, Kind<DynamicObject>> defined,
      List<Described<?>> described,
      Map<ObjectRef, String> refused) {
    Kind<T> kind;
    try {
      kind = kindOf(object, defined);
    } catch (MappingException e) {
      GroupVersionKind gvk = Kind.ofObject(object).gvk();
      ObjectRef ref = new ObjectRef(gvk, ObjectKey.of(namespaceOf(object), object.name()));
      refused.put(ref, String.valueOf(e.getMessage()));
      return ref;
    }
    String namespace = kind.isNamespaced() ? namespaceOf(object) : "";
    T placed =
        object.namespace().equals(namespace)
            ? object
            : kind.withMetadata(object, object.metadata().withNamespace(namespace));
    Described<T> result = new Described<>(kind, placed);
    (isOwner(result.ref())
            ? Optional.of("it is the owner of the set, which cannot own itself")
            : refusal(kind, namespace))
        .ifPresentOrElse(reason -> refused.put(result.ref(), reason), () -> described.add(result));
    return result.ref();
  }

  private boolean isOwner(ObjectRef ref) {
    return set.identity()
        .owner()
        .filter(o -> o.kind().equals(ref.gvk().groupKind()) && o.key().equals(ref.key()))
        .isPresent();
  }

  private String namespaceOf(KubernetesObject object) {
    return object.namespace().isEmpty() ? home : object.namespace();
  }

  /// The kinds that definitions of the set are about to define.
  private static Map<GroupKind, Kind<DynamicObject>> defined(
      Collection<? extends KubernetesObject> objects) {
    Map<GroupKind, Kind<DynamicObject>> kinds = new HashMap<>();
    for (KubernetesObject object : objects) {
      if (Kind.ofObject(object).gvk().groupKind().equals(DEFINITION)) {
        DynamicObject crd = DynamicObject.of(object);
        GroupKind kind =
            new GroupKind(
                crd.text("spec", "group").orElse(""), crd.text("spec", "names", "kind").orElse(""));
        boolean isCluster = crd.text("spec", "scope").orElse("").equals("Cluster");
        kinds.put(
            kind,
            Kind.dynamic(
                kind.withVersion(""),
                crd.text("spec", "names", "plural").orElse(""),
                isCluster ? Scope.CLUSTER : Scope.NAMESPACED));
      }
    }
    return kinds;
  }

  @SuppressWarnings("unchecked") // a dynamic object has a dynamic kind
  private <T extends KubernetesObject> Kind<T> kindOf(
      T object, Map<GroupKind, Kind<DynamicObject>> defined) {
    if (object instanceof DynamicObject dynamic) {
      Kind<DynamicObject> soon = defined.get(dynamic.gvk().groupKind());
      if (soon != null) {
        return (Kind<T>) Kind.dynamic(dynamic.gvk(), soon.plural(), soon.scope());
      }
    }
    return set.cluster().kindOf(object);
  }

  private Optional<String> refusal(Kind<?> kind, String namespace) {
    if (!kind.isNamespaced()) {
      return set.options().allowsClusterScoped().orElse(ownerNamespace.isEmpty())
          ? Optional.empty()
          : Optional.of(
              "it is cluster-scoped, which this set may not have; allow it with"
                  + " SetOptions.allowClusterScoped(true)");
    }
    if (namespace.isEmpty()) {
      return Optional.of("it has no namespace; describe one, or set SetOptions.defaultNamespace");
    }
    boolean allowed = set.options().allowsOtherNamespaces().orElse(ownerNamespace.isEmpty());
    String own = ownerNamespace.isEmpty() ? home : ownerNamespace;
    return allowed || own.isEmpty() || namespace.equals(own)
        ? Optional.empty()
        : Optional.of(
            "it is outside of namespace '%s'; allow it with SetOptions.allowOtherNamespaces(true)"
                .formatted(own));
  }

  /// @param keeps whether the object is kept when its owner goes
  <T extends KubernetesObject> Intent<T> intent(Described<T> described, boolean keeps) {
    T object = described.object();
    ObjectMeta marked =
        object
            .metadata()
            .with(
                m -> {
                  set.identity().mark(m);
                  if (!keeps) {
                    own(m, object.metadata());
                  }
                  Intent.withoutServerFields(m);
                });
    return Intent.of(described.kind(), object, marked);
  }

  private void own(ObjectMeta.Builder marked, ObjectMeta metadata) {
    KubernetesObject owner = set.owner().orElse(null);
    boolean isLegal =
        owner != null
            && (owner.namespace().isEmpty() || owner.namespace().equals(metadata.namespace()));
    if (owner == null || !isLegal) {
      return;
    }
    boolean hasController = metadata.controller().isPresent() && !metadata.isControlledBy(owner);
    switch (set.options().ownerReferences()) {
      case CONTROLLER -> {
        if (hasController) {
          marked.alsoOwnedBy(owner);
        } else {
          marked.ownedBy(owner);
        }
      }
      case PLAIN -> marked.alsoOwnedBy(owner);
      case NONE -> {}
    }
  }
}
