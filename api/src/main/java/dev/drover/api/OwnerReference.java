package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A reference from an object to one of its owners. The garbage collector deletes an object when
/// none of its owners exists any longer.
///
/// An owner is in the namespace of the object or cluster-scoped; the garbage collector treats any
/// other owner as absent and deletes the object. [ObjectMeta.Builder#ownedBy] and
/// [ObjectMeta.Builder#alsoOwnedBy] make references that are checked.
///
/// ```java
/// Pod pod = Pod.builder().namespace("shop").name("vanilla-0").ownedBy(replicaSet).build();
/// String owner = pod.metadata().ownerReferences().getFirst().name();
/// ```
///
/// In Go: {@index metav1.OwnerReference}.
public final class OwnerReference extends Struct {
  /// The fields, as in the schema table.
  public static final StructType<OwnerReference> TYPE =
      new StructType<>(
          MetaTypes.INSTANCE,
          MetaTypes.OWNER_REFERENCE,
          "meta/v1.OwnerReference",
          """
          apiVersion 5 string
          kind 1 string
          name 3 string
          uid 4 string
          controller 6 *bool omitempty
          blockOwnerDeletion 7 *bool omitempty
          """);

  OwnerReference(long present, Object[] values) {
    super(present, values);
  }

  @Override
  protected StructType<OwnerReference> structType() {
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
  public OwnerReference with(Consumer<Builder> change) {
    Builder builder = toBuilder();
    change.accept(builder);
    return builder.build();
  }

  /// A reference to `owner` as the controller, of which an object has at most one. Not public: a
  /// reference does not name the owner's namespace, so only [ObjectMeta.Builder] can check it.
  static OwnerReference controlledBy(KubernetesObject owner) {
    return to(owner).with(o -> o.controller(true).blockOwnerDeletion(true));
  }

  /// A reference to `owner` as one of several owners.
  static OwnerReference to(KubernetesObject owner) {
    GroupVersionKind gvk = Kind.ofObject(owner).gvk();
    ObjectMeta metadata = owner.metadata();
    if (gvk.kind().isEmpty() || gvk.version().isEmpty()) {
      throw new IllegalArgumentException(
          "object '%s' cannot be an owner: it has no apiVersion and kind; set them with withGvk"
              .formatted(metadata.name()));
    }
    if (metadata.uid().isEmpty() || metadata.name().isEmpty()) {
      throw new IllegalArgumentException(
          ("%s '%s' cannot be an owner: it has no uid; create it first, and use the object that the"
                  + " server returned")
              .formatted(gvk.kind(), metadata.name()));
    }
    return builder()
        .apiVersion(gvk.apiVersion())
        .kind(gvk.kind())
        .name(owner.name())
        .uid(owner.metadata().uid())
        .build();
  }

  /// Whether both name the same owner: the same uid, or the same group, kind and name (an owner
  /// that was deleted and created again has a new uid).
  boolean isSameOwner(OwnerReference other) {
    return uid().equals(other.uid())
        || (name().equals(other.name())
            && kind().equals(other.kind())
            && group().equals(other.group()));
  }

  private String group() {
    int slash = apiVersion().indexOf('/');
    return slash < 0 ? "" : apiVersion().substring(0, slash);
  }

  boolean isController() {
    return Boolean.TRUE.equals(controller());
  }

  /// Group and version of the owner's kind.
  public String apiVersion() {
    return text(0);
  }

  /// The owner's kind.
  public String kind() {
    return text(1);
  }

  /// The owner's name; it is in the same namespace, or in none.
  public String name() {
    return text(2);
  }

  /// The owner's uid: a namesake that came later is another object.
  public String uid() {
    return text(3);
  }

  /// Whether this is the one owner that controls the object.
  public @Nullable Boolean controller() {
    return get(4);
  }

  /// Whether the owner, deleted in the foreground, waits for this object to go.
  public @Nullable Boolean blockOwnerDeletion() {
    return get(5);
  }

  /// Builds an [OwnerReference].
  public static final class Builder extends Struct.Builder<OwnerReference> {
    private Builder(OwnerReference from) {
      super(TYPE, from);
    }

    /// Sets [OwnerReference#apiVersion].
    public Builder apiVersion(String apiVersion) {
      set(0, apiVersion);
      return this;
    }

    /// Sets [OwnerReference#kind].
    public Builder kind(String kind) {
      set(1, kind);
      return this;
    }

    /// Sets [OwnerReference#name].
    public Builder name(String name) {
      set(2, name);
      return this;
    }

    /// Sets [OwnerReference#uid].
    public Builder uid(String uid) {
      set(3, uid);
      return this;
    }

    /// Sets [OwnerReference#controller].
    public Builder controller(@Nullable Boolean controller) {
      set(4, controller);
      return this;
    }

    /// Sets [OwnerReference#blockOwnerDeletion].
    public Builder blockOwnerDeletion(@Nullable Boolean blockOwnerDeletion) {
      set(5, blockOwnerDeletion);
      return this;
    }
  }
}
