package dev.drover.server.storage;

import dev.drover.api.Bytes;
import dev.drover.api.JsonTree;
import dev.drover.api.Preconditions;
import dev.drover.api.RawExtension;
import dev.drover.server.core.ApiError;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One immutable version of an object: a tree in the stored version of its kind, with
/// `metadata.resourceVersion` set.
///
/// Equality is identity: a version exists once. Safe for any number of threads.
public final class StoredObject {
  private final StorageKey key;
  private final long revision;
  private final Map<String, @Nullable Object> tree;
  // Soft: bytes can be made again, and old versions must not keep twice their size alive.
  private volatile @Nullable SoftReference<Map<Object, Bytes>> encodings;

  private StoredObject(StorageKey key, long revision, Map<String, @Nullable Object> tree) {
    this.key = key;
    this.revision = revision;
    this.tree = tree;
  }

  /// The first version of an object.
  static StoredObject first(StorageKey key, long revision, Map<String, @Nullable Object> tree) {
    return new StoredObject(key, revision, JsonTree.copyOf(stamped(tree, revision)));
  }

  /// A version that was stored before, with its `metadata.resourceVersion`.
  public static StoredObject restored(
      StorageKey key, long revision, Map<String, @Nullable Object> tree) {
    return new StoredObject(key, revision, JsonTree.copyOf(tree));
  }

  /// The version after this one; what did not change is shared with it.
  StoredObject next(long revision, Map<String, @Nullable Object> tree) {
    return new StoredObject(key, revision, JsonTree.copyOf(stamped(tree, revision), this.tree));
  }

  /// Whether a tree says the same as this version, whatever its `metadata.resourceVersion`.
  boolean isSame(Map<String, @Nullable Object> tree) {
    return JsonTree.copyOf(stamped(tree, revision), this.tree) == this.tree;
  }

  /// The same object with the number of another revision: the last state of one that was deleted,
  /// or that left a selection, at that moment.
  public StoredObject at(long otherRevision) {
    return next(otherRevision, tree);
  }

  private static Map<String, @Nullable Object> stamped(
      Map<String, @Nullable Object> tree, long revision) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    if (tree.get("metadata") instanceof Map<?, ?> given) {
      given.forEach((name, value) -> metadata.put((String) name, value));
    }
    metadata.put("resourceVersion", Long.toString(revision));
    Map<String, @Nullable Object> stamped = new LinkedHashMap<>(tree);
    stamped.put("metadata", metadata);
    return stamped;
  }

  public StorageKey key() {
    return key;
  }

  /// When this version came into being.
  public long revision() {
    return revision;
  }

  /// The revision as `metadata.resourceVersion` has it.
  public String resourceVersion() {
    return Long.toString(revision);
  }

  /// The object itself, immutable.
  public Map<String, @Nullable Object> tree() {
    return tree;
  }

  /// The object's `metadata.uid`; empty when it has none.
  public String uid() {
    return tree.get("metadata") instanceof Map<?, ?> metadata
            && metadata.get("uid") instanceof String uid
        ? uid
        : "";
  }

  /// The tree as JSON; made once as long as memory allows.
  public Bytes json() {
    return encoded("json", stored -> RawExtension.ofTree(stored).raw());
  }

  /// The object in some form of bytes, such as another version of the kind in protobuf; made once
  /// as long as memory allows.
  ///
  /// @param form names the form, by equality; every form has one encoder
  public Bytes encoded(Object form, Function<Map<String, @Nullable Object>, Bytes> encoder) {
    Map<Object, Bytes> known = known();
    Bytes bytes = known.get(form);
    if (bytes == null) {
      bytes = encoder.apply(tree); // outside of the map's locks: encoders are others' code
      Bytes earlier = known.putIfAbsent(form, bytes);
      bytes = earlier == null ? bytes : earlier;
    }
    return bytes;
  }

  private Map<Object, Bytes> known() {
    SoftReference<Map<Object, Bytes>> reference = encodings;
    Map<Object, Bytes> known = reference == null ? null : reference.get();
    if (known == null) {
      known = new ConcurrentHashMap<>(2);
      encodings = new SoftReference<>(known); // of two threads here, one does the work twice
    }
    return known;
  }

  /// Refuses an object that is not the one a caller means.
  ///
  /// @throws ApiError a conflict, when uid or resourceVersion differ
  public void require(@Nullable Preconditions preconditions) {
    if (preconditions == null) {
      return;
    }
    require("UID", preconditions.uid(), uid());
    require("ResourceVersion", preconditions.resourceVersion(), resourceVersion());
  }

  private void require(String what, @Nullable String wanted, String actual) {
    if (wanted != null && !wanted.equals(actual)) {
      throw ApiError.conflict(
          key.groupResource(),
          key.name(),
          ("StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg:"
                  + " Precondition failed: %s in precondition: %s, %s in object meta: %s")
              .formatted(EtcdPaths.of(key), what, wanted, what, actual));
    }
  }

  @Override
  public String toString() {
    return key + "@" + revision; // the rest may be secret
  }
}
