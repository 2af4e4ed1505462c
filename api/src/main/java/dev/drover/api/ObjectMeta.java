package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The metadata that every Kubernetes object carries: its name, its version, its labels, its
/// owners.
///
/// Texts that are not set are empty; times and numbers that are not set are null.
///
/// ```java
/// ObjectMeta metadata = ObjectMeta.builder().namespace("shop").name("vanilla").label("app", "web").build();
/// ObjectMeta changed = metadata.with(m -> m.annotation("example.com/checked", "true"));
/// boolean isNew = metadata.generation() == 1;
/// ```
///
/// In Go: {@index metav1.ObjectMeta}, {@index metav1.Object}.
public final class ObjectMeta extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<ObjectMeta> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.OBJECT_META,
          "meta/v1.ObjectMeta",
          """
          name 1 string omitempty
          generateName 2 string omitempty
          namespace 3 string omitempty
          selfLink 4 string omitempty
          uid 5 string omitempty
          resourceVersion 6 string omitempty
          generation 7 int64 omitempty
          creationTimestamp 8 time omitempty omitzero
          deletionTimestamp 9 *time omitempty
          deletionGracePeriodSeconds 10 *int64 omitempty
          labels 11 map[]string omitempty
          annotations 12 map[]string omitempty
          ownerReferences 13 []meta/v1.OwnerReference omitempty
          finalizers 14 []string omitempty
          managedFields 17 []meta/v1.ManagedFieldsEntry omitempty
          """);

  ObjectMeta(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<ObjectMeta> structType() {
    return TYPE;
  }

  /// A builder with nothing set.
  public static Builder builder() {
    return TYPE.empty().toBuilder();
  }

  /// A builder that starts from this value.
  public Builder toBuilder() {
    return new Builder(this);
  }

  /// A changed copy.
  public ObjectMeta with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// The name, unique among objects of the kind in the namespace; empty while the server is to
  /// choose one.
  public String name() {
    return text(0);
  }

  /// What a name chosen by the server begins with.
  public String generateName() {
    return text(1);
  }

  /// The namespace; empty for objects of the cluster.
  public String namespace() {
    return text(2);
  }

  /// A URL of old servers; no longer filled.
  public String selfLink() {
    return text(3);
  }

  /// Tells this object from any other, deleted namesakes included.
  public String uid() {
    return text(4);
  }

  /// The version of this state: opaque, to be passed back as it is.
  public String resourceVersion() {
    return text(5);
  }

  /// Counts the changes of the desired state.
  public long generation() {
    return int64(6);
  }

  /// When the server created the object.
  public @Nullable Instant creationTimestamp() {
    return get(7);
  }

  /// When the object is to be gone; set once deletion was asked for.
  public @Nullable Instant deletionTimestamp() {
    return get(8);
  }

  /// How long it may take to go, in seconds.
  public @Nullable Long deletionGracePeriodSeconds() {
    return get(9);
  }

  /// Names for selecting.
  public Map<String, String> labels() {
    return map(10);
  }

  /// Notes of any content.
  public Map<String, String> annotations() {
    return map(11);
  }

  /// The objects that own this one.
  public List<OwnerReference> ownerReferences() {
    return list(12);
  }

  /// The finalizers: the object is removed once each of them has been taken off.
  public List<String> finalizers() {
    return list(13);
  }

  /// The managers of the object and the fields that each has set.
  public List<ManagedFieldsEntry> managedFields() {
    return list(14);
  }

  /// A label's value.
  public Optional<String> label(String key) {
    return Optional.ofNullable(labels().get(key));
  }

  /// An annotation's value.
  public Optional<String> annotation(String key) {
    return Optional.ofNullable(annotations().get(key));
  }

  /// The owner that controls this object, of which there is at most one.
  ///
  /// In Go: {@index metav1.GetControllerOf}.
  public Optional<OwnerReference> controller() {
    return ownerReferences().stream().filter(OwnerReference::isController).findFirst();
  }

  /// Whether `owner` is the controller of this object, by uid: a later object of the same name is
  /// another one.
  ///
  /// In Go: {@index metav1.IsControlledBy}.
  public boolean isControlledBy(KubernetesObject owner) {
    String uid = owner.metadata().uid();
    return controller().filter(reference -> reference.uid().equals(uid)).isPresent();
  }

  /// Whether deletion was asked for.
  public boolean isDeleting() {
    return deletionTimestamp() != null;
  }

  /// A copy with this name.
  public ObjectMeta withName(String name) {
    return with(m -> m.name(name));
  }

  /// A copy in this namespace.
  public ObjectMeta withNamespace(String namespace) {
    return with(m -> m.namespace(namespace));
  }

  /// A copy of this version.
  public ObjectMeta withResourceVersion(String resourceVersion) {
    return with(m -> m.resourceVersion(resourceVersion));
  }

  /// A copy with a label set.
  public ObjectMeta withLabel(String key, String value) {
    return with(m -> m.label(key, value));
  }

  /// A copy without a label.
  public ObjectMeta withoutLabel(String key) {
    return labels().containsKey(key) ? with(m -> m.labels(without(labels(), key))) : this;
  }

  /// A copy with an annotation set.
  public ObjectMeta withAnnotation(String key, String value) {
    return with(m -> m.annotation(key, value));
  }

  /// A copy without an annotation.
  public ObjectMeta withoutAnnotation(String key) {
    return annotations().containsKey(key)
        ? with(m -> m.annotations(without(annotations(), key)))
        : this;
  }

  private static Map<String, String> without(Map<String, String> map, String key) {
    Map<String, String> copy = new TreeMap<>(map);
    copy.remove(key);
    return copy;
  }

  /// A copy with a finalizer; the same when it is there already.
  public ObjectMeta withFinalizer(String finalizer) {
    return finalizers().contains(finalizer) ? this : with(m -> m.finalizer(finalizer));
  }

  /// A copy without a finalizer.
  public ObjectMeta withoutFinalizer(String finalizer) {
    return finalizers().contains(finalizer)
        ? with(m -> m.finalizers(finalizers().stream().filter(f -> !f.equals(finalizer)).toList()))
        : this;
  }

  /// A copy with `owner` as its controller; see [Builder#ownedBy].
  public ObjectMeta ownedBy(KubernetesObject owner) {
    return with(m -> m.ownedBy(owner));
  }

  /// A copy with `owner` as one more owner; see [Builder#alsoOwnedBy].
  public ObjectMeta alsoOwnedBy(KubernetesObject owner) {
    return with(m -> m.alsoOwnedBy(owner));
  }

  /// Builds an [ObjectMeta].
  public static final class Builder extends Struct.Builder<ObjectMeta> {
    private @Nullable OwnerChecks owners; // null until an owner is added

    private Builder(ObjectMeta from) {
      super(TYPE, from);
    }

    /// Sets [ObjectMeta#name].
    public Builder name(String name) {
      set(0, name);
      return this;
    }

    /// Sets [ObjectMeta#generateName].
    public Builder generateName(String generateName) {
      set(1, generateName);
      return this;
    }

    /// Sets [ObjectMeta#namespace].
    public Builder namespace(String namespace) {
      set(2, namespace);
      return this;
    }

    /// Sets [ObjectMeta#selfLink].
    public Builder selfLink(String selfLink) {
      set(3, selfLink);
      return this;
    }

    /// Sets [ObjectMeta#uid].
    public Builder uid(String uid) {
      set(4, uid);
      return this;
    }

    /// Sets [ObjectMeta#resourceVersion].
    public Builder resourceVersion(String resourceVersion) {
      set(5, resourceVersion);
      return this;
    }

    /// Sets [ObjectMeta#generation].
    public Builder generation(long generation) {
      set(6, generation);
      return this;
    }

    /// Sets [ObjectMeta#creationTimestamp].
    public Builder creationTimestamp(@Nullable Instant creationTimestamp) {
      set(7, creationTimestamp);
      return this;
    }

    /// Sets [ObjectMeta#deletionTimestamp].
    public Builder deletionTimestamp(@Nullable Instant deletionTimestamp) {
      set(8, deletionTimestamp);
      return this;
    }

    /// Sets [ObjectMeta#deletionGracePeriodSeconds].
    public Builder deletionGracePeriodSeconds(@Nullable Long deletionGracePeriodSeconds) {
      set(9, deletionGracePeriodSeconds);
      return this;
    }

    /// Sets [ObjectMeta#labels].
    public Builder labels(Map<String, String> labels) {
      setMap(10, labels);
      return this;
    }

    /// Sets one of [ObjectMeta#labels].
    public Builder label(String key, String value) {
      put(10, key, value);
      return this;
    }

    /// Sets [ObjectMeta#annotations].
    public Builder annotations(Map<String, String> annotations) {
      setMap(11, annotations);
      return this;
    }

    /// Sets one of [ObjectMeta#annotations].
    public Builder annotation(String key, String value) {
      put(11, key, value);
      return this;
    }

    /// Sets [ObjectMeta#ownerReferences].
    ///
    /// @throws IllegalArgumentException when more than one of them is a controller
    public Builder ownerReferences(List<OwnerReference> ownerReferences) {
      setList(12, ownerReferences);
      for (OwnerReference owner : ownerReferences) {
        requireOneController(owner);
      }
      owners = null;
      return this;
    }

    /// Adds a reference to an owner, or replaces the one to the same owner. A reference does not
    /// say in which namespace the owner is, so that is not checked; prefer [#ownedBy] and
    /// [#alsoOwnedBy].
    ///
    /// @throws IllegalArgumentException when this is a second controller reference
    public Builder ownerReference(OwnerReference owner) {
      requireOneController(owner);
      replace(12, find(12, owner::isSameOwner), owner);
      return this;
    }

    private void requireOneController(OwnerReference owner) {
      OwnerReference controller = find(12, OwnerReference::isController);
      if (controller != null && owner.isController()) {
        OwnerChecks.requireOneController(text(0), controller, owner);
      }
    }

    /// Makes `owner` the controller of this object: the garbage collector deletes this object after
    /// its owner, and the owner's controller is notified of changes of this object. Does nothing if
    /// `owner` is the controller already.
    ///
    /// In Go: {@index controllerutil.SetControllerReference}.
    ///
    /// @throws IllegalArgumentException when `owner` has no uid because it was not created yet,
    ///   when it is in another namespace than this object, when it is namespaced and this object is
    ///   not (or has no namespace yet), or when this object has another controller
    public Builder ownedBy(KubernetesObject owner) {
      OwnerReference reference = OwnerReference.controlledBy(owner);
      requireReach(owner);
      return ownerReference(reference);
    }

    /// Adds `owner` as a plain owner, which is not the controller: the garbage collector deletes
    /// this object when all of its owners are gone. Does nothing if `owner` is an owner already.
    ///
    /// In Go: {@index controllerutil.SetOwnerReference}.
    ///
    /// @throws IllegalArgumentException as [#ownedBy], except that an object may have any number of
    ///   plain owners
    public Builder alsoOwnedBy(KubernetesObject owner) {
      OwnerReference reference = OwnerReference.to(owner);
      requireReach(owner);
      String uid = reference.uid();
      return find(12, (OwnerReference o) -> o.uid().equals(uid)) == null
          ? ownerReference(reference)
          : this;
    }

    private void requireReach(KubernetesObject owner) {
      OwnerChecks checks = owners == null ? new OwnerChecks() : owners;
      checks.add(owner, text(0), text(2));
      owners = checks;
    }

    @Override
    protected void beforeBuild() {
      if (owners != null) {
        owners.atEnd(text(0), text(2));
      }
    }

    private String text(int slot) {
      String text = get(slot);
      return text == null ? "" : text;
    }

    /// Sets [ObjectMeta#finalizers].
    public Builder finalizers(List<String> finalizers) {
      setList(13, finalizers);
      return this;
    }

    /// Adds one, unless it is there already.
    public Builder finalizer(String finalizer) {
      if (find(13, finalizer::equals) == null) {
        add(13, finalizer);
      }
      return this;
    }

    /// Sets [ObjectMeta#managedFields].
    public Builder managedFields(List<ManagedFieldsEntry> managedFields) {
      setList(14, managedFields);
      return this;
    }

    /// Adds one to [ObjectMeta#managedFields].
    public Builder addManagedField(ManagedFieldsEntry managedField) {
      add(14, managedField);
      return this;
    }
  }
}
