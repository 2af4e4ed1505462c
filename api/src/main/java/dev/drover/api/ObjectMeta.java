package dev.drover.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The metadata that every Kubernetes object carries: its name, its version, its labels, its
/// owners. {@index metav1.ObjectMeta} {@index metav1.Object}
///
/// Texts that are not set are empty; times and numbers that are not set are null.
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

  public String name() {
    return text(0);
  }

  public String generateName() {
    return text(1);
  }

  public String namespace() {
    return text(2);
  }

  public String selfLink() {
    return text(3);
  }

  public String uid() {
    return text(4);
  }

  public String resourceVersion() {
    return text(5);
  }

  public long generation() {
    return int64(6);
  }

  public @Nullable Instant creationTimestamp() {
    return get(7);
  }

  public @Nullable Instant deletionTimestamp() {
    return get(8);
  }

  public @Nullable Long deletionGracePeriodSeconds() {
    return get(9);
  }

  public Map<String, String> labels() {
    return map(10);
  }

  public Map<String, String> annotations() {
    return map(11);
  }

  public List<OwnerReference> ownerReferences() {
    return list(12);
  }

  public List<String> finalizers() {
    return list(13);
  }

  public List<ManagedFieldsEntry> managedFields() {
    return list(14);
  }

  /// Builds ObjectMeta.
  public static final class Builder extends Struct.Builder<ObjectMeta> {
    private Builder(ObjectMeta from) {
      super(TYPE, from);
    }

    public Builder name(String name) {
      set(0, name);
      return this;
    }

    public Builder generateName(String generateName) {
      set(1, generateName);
      return this;
    }

    public Builder namespace(String namespace) {
      set(2, namespace);
      return this;
    }

    public Builder selfLink(String selfLink) {
      set(3, selfLink);
      return this;
    }

    public Builder uid(String uid) {
      set(4, uid);
      return this;
    }

    public Builder resourceVersion(String resourceVersion) {
      set(5, resourceVersion);
      return this;
    }

    public Builder generation(long generation) {
      set(6, generation);
      return this;
    }

    public Builder creationTimestamp(@Nullable Instant creationTimestamp) {
      set(7, creationTimestamp);
      return this;
    }

    public Builder deletionTimestamp(@Nullable Instant deletionTimestamp) {
      set(8, deletionTimestamp);
      return this;
    }

    public Builder deletionGracePeriodSeconds(@Nullable Long deletionGracePeriodSeconds) {
      set(9, deletionGracePeriodSeconds);
      return this;
    }

    public Builder labels(Map<String, String> labels) {
      setMap(10, labels);
      return this;
    }

    /// Sets one.
    public Builder label(String key, String value) {
      put(10, key, value);
      return this;
    }

    public Builder annotations(Map<String, String> annotations) {
      setMap(11, annotations);
      return this;
    }

    /// Sets one.
    public Builder annotation(String key, String value) {
      put(11, key, value);
      return this;
    }

    public Builder ownerReferences(List<OwnerReference> ownerReferences) {
      setList(12, ownerReferences);
      return this;
    }

    /// Adds one.
    public Builder addOwnerReference(OwnerReference ownerReference) {
      add(12, ownerReference);
      return this;
    }

    public Builder finalizers(List<String> finalizers) {
      setList(13, finalizers);
      return this;
    }

    /// Adds one.
    public Builder addFinalizer(String finalizer) {
      add(13, finalizer);
      return this;
    }

    public Builder managedFields(List<ManagedFieldsEntry> managedFields) {
      setList(14, managedFields);
      return this;
    }

    /// Adds one.
    public Builder addManagedField(ManagedFieldsEntry managedField) {
      add(14, managedField);
      return this;
    }
  }
}
