package dev.drover.server.storage;

import dev.drover.api.Bytes;
import dev.drover.api.JsonTree;
import dev.drover.api.Preconditions;
import dev.drover.api.RawExtension;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.HtmlEscapes;
import dev.drover.server.core.JsonFields;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One immutable version of an object: a tree in the stored version of its kind, with
/// `metadata.resourceVersion` set.
///
/// ```
///   written as a tree ──json()──▶ JSON, and the tree as long as it is recent or held elsewhere
///                                   │ ▲
///                            tree() ▼ │ garbage collection
///                                 JSON and tree
/// ```
///
/// Equality is identity: a version exists once. Safe for any number of threads.
public final class StoredObject {
  private final StorageKey key;
  private final long revision;
  private final RecentTrees recent;

  // As it was written; null as soon as there is JSON. Each of the others is set before it goes.
  private volatile @Nullable Map<String, @Nullable Object> written;
  private volatile @Nullable Bytes json;
  private volatile @Nullable WeakReference<Map<String, @Nullable Object>> parsed;

  private volatile @Nullable Map<String, String> labels; // null until a selector asks
  private volatile @Nullable Fields fields; // null until a field selector asks

  // Soft: bytes can be made again, and old versions must not keep twice their size alive.
  private volatile @Nullable SoftReference<Map<Object, Bytes>> encodings;

  private StoredObject(
      StorageKey key, long revision, Map<String, @Nullable Object> tree, RecentTrees recent) {
    this.key = key;
    this.revision = revision;
    this.written = tree;
    this.recent = recent;
  }

  /// The first version of an object.
  static StoredObject first(
      StorageKey key, long revision, Map<String, @Nullable Object> tree, RecentTrees recent) {
    return new StoredObject(key, revision, JsonTree.copyOf(stamped(tree, revision)), recent);
  }

  /// A version that was stored before, with its `metadata.resourceVersion`.
  static StoredObject restored(
      StorageKey key, long revision, Map<String, @Nullable Object> tree, RecentTrees recent) {
    return new StoredObject(key, revision, JsonTree.copyOf(tree), recent);
  }

  /// The version after this one.
  StoredObject next(long revision, Map<String, @Nullable Object> tree) {
    return first(key, revision, tree, recent);
  }

  /// Whether a tree says the same as this version, whatever its `metadata.resourceVersion`: whether
  /// its JSON would be the same.
  boolean isSame(Map<String, @Nullable Object> tree) {
    return json(JsonTree.copyOf(stamped(tree, revision))).equals(json());
  }

  /// The same object with the number of another revision: the last state of one that was deleted,
  /// or that left a selection, at that moment.
  public StoredObject at(long otherRevision) {
    return next(otherRevision, tree());
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
    Map<String, @Nullable Object> tree = treeIfThere();
    if (tree == null) {
      Bytes known = Objects.requireNonNull(json);
      tree = recently(parsed(known), known.length());
    }
    return tree;
  }

  private @Nullable Map<String, @Nullable Object> treeIfThere() {
    Map<String, @Nullable Object> tree = written;
    WeakReference<Map<String, @Nullable Object>> reference = parsed;
    return tree == null && reference != null ? reference.get() : tree;
  }

  @SuppressWarnings("unchecked") // the JSON of an object, written here
  private static Map<String, @Nullable Object> parsed(Bytes json) {
    return (Map<String, @Nullable Object>) Objects.requireNonNull(new RawExtension(json).tree());
  }

  private Map<String, @Nullable Object> recently(Map<String, @Nullable Object> tree, int size) {
    parsed = new WeakReference<>(tree);
    recent.add(tree, size);
    return tree;
  }

  /// The object's `metadata.uid`; empty when it has none.
  public String uid() {
    return tree().get("metadata") instanceof Map<?, ?> metadata
            && metadata.get("uid") instanceof String uid
        ? uid
        : "";
  }

  /// The labels in its metadata. They are kept, because selectors look at all objects of a
  /// resource.
  public Map<String, String> labels() {
    Map<String, String> known = labels;
    if (known == null) {
      known = readLabels();
      labels = known;
    }
    return known;
  }

  private Map<String, String> readLabels() {
    Optional<Bytes> found =
        JsonFields.find(json(), "metadata").flatMap(it -> JsonFields.find(it, "labels"));
    Map<String, String> read = new HashMap<>();
    if (found.isPresent() && new RawExtension(found.get()).tree() instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> read.put((String) name, value instanceof String text ? text : ""));
    }
    return Map.copyOf(read);
  }

  /// The values of the fields that selectors may name. They are kept, like labels: a field selector
  /// looks at all objects of a resource, and most are not there as trees.
  ///
  /// @param form names what is read, by equality
  /// @param reader reads them from the tree
  public Map<String, String> fields(
      Object form, Function<Map<String, @Nullable Object>, Map<String, String>> reader) {
    Fields known = fields;
    if (known == null || !known.form.equals(form)) {
      known = new Fields(form, Map.copyOf(reader.apply(passingTree())));
      fields = known;
    }
    return known.values;
  }

  private record Fields(Object form, Map<String, String> values) {}

  /// The object as a tree that does not become a recent one: reading all objects of a resource once
  /// would displace those that are.
  private Map<String, @Nullable Object> passingTree() {
    Map<String, @Nullable Object> tree = treeIfThere();
    return tree == null ? parsed(Objects.requireNonNull(json)) : tree;
  }

  /// The tree as JSON with Go's escapes, names in order. It is kept in place of the tree.
  public Bytes json() {
    Bytes known = json;
    Map<String, @Nullable Object> tree = written;
    if (known != null || tree == null) {
      return Objects.requireNonNull(json); // set before the tree goes
    }
    Bytes made = json(tree);
    recently(tree, made.length());
    json = made; // of two threads here, one does the work twice
    written = null;
    return made;
  }

  private static Bytes json(Map<String, @Nullable Object> tree) {
    return HtmlEscapes.escape(RawExtension.ofTree(tree).raw());
  }

  /// The object in some form of bytes, such as another version of the kind in protobuf; made once
  /// as long as memory allows.
  ///
  /// @param form names the form, by equality; every form has one encoder
  public Bytes encoded(Object form, Function<StoredObject, Bytes> encoder) {
    Map<Object, Bytes> known = known();
    Bytes bytes = known.get(form);
    if (bytes == null) {
      bytes = encoder.apply(this); // outside of the map's locks: encoders are others' code
      Bytes earlier = known.putIfAbsent(form, bytes);
      bytes = earlier == null ? bytes : earlier;
    }
    return bytes;
  }

  /// The object in a form that was asked for before, as long as memory allows.
  public Optional<Bytes> encodedBefore(Object form) {
    SoftReference<Map<Object, Bytes>> reference = encodings;
    Map<Object, Bytes> known = reference == null ? null : reference.get();
    return known == null ? Optional.empty() : Optional.ofNullable(known.get(form));
  }

  /// Gives up the bytes of other forms.
  void forgetEncodings() {
    encodings = null;
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
