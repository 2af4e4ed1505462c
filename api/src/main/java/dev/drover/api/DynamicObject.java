package dev.drover.api;

import dev.drover.api.codec.Codec;
import dev.drover.api.codec.TreeType;
import dev.drover.api.text.PrintableText;
import dev.drover.api.tree.ArrayMap;
import dev.drover.api.tree.TreeList;
import dev.drover.api.tree.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An object of any kind, as a tree of JSON.
///
/// Immutable like every object; the only one that carries its kind with it. Fields are read by path
/// and changed by `with`, which copies the path and shares the rest. Outside of `metadata` nothing
/// is left out or added: an explicit `null` or empty list stays what it is, so this is the type for
/// saying exactly that in an apply or a merge patch.
///
/// In Go: {@index unstructured.Unstructured}.
///
/// ```java
/// var scoops = icecream.integer("spec", "scoops").orElse(1L);
/// var bigger = icecream.with(scoops + 1, "spec", "scoops");
/// ```
public final class DynamicObject implements KubernetesObject {
  private final GroupVersionKind gvk;
  private final ObjectMeta metadata;
  private final ArrayMap<@Nullable Object> fields; // all but apiVersion, kind and metadata

  DynamicObject(GroupVersionKind gvk, ObjectMeta metadata, ArrayMap<@Nullable Object> fields) {
    this.gvk = gvk;
    this.metadata = metadata;
    this.fields = ArrayMap.ofFields(gvk.kind(), fields);
  }

  /// An object with nothing but a kind and a name; no namespace for objects of the cluster.
  public static DynamicObject named(GroupVersionKind gvk, String namespace, String name) {
    return new DynamicObject(
        gvk, ObjectMeta.builder().namespace(namespace).name(name).build(), ArrayMap.empty());
  }

  /// An object from a tree of maps, lists, strings, numbers, booleans and nulls; it is copied.
  public static DynamicObject ofTree(Map<String, ? extends @Nullable Object> tree) {
    return decode(TreeType.bytes(tree));
  }

  /// The same object in dynamic form.
  ///
  /// In Go: {@index runtime.DefaultUnstructuredConverter}.
  public static <T extends KubernetesObject> DynamicObject of(T object) {
    return object instanceof DynamicObject dynamic
        ? dynamic
        : decode(Codec.of(Kind.ofObject(object)).encode(object, Format.JSON));
  }

  /// Reads an object of whatever kind it says it is.
  static DynamicObject decode(byte[] json) {
    return Kind.dynamic(GroupVersionKind.EMPTY, "", Scope.NAMESPACED)
        .codec()
        .decode(json, Format.JSON);
  }

  /// What the object says it is; empty when it does not say.
  public GroupVersionKind gvk() {
    return gvk;
  }

  @Override
  public ObjectMeta metadata() {
    return metadata;
  }

  /// Everything but `apiVersion`, `kind` and `metadata`, as an immutable tree.
  public Map<String, @Nullable Object> fields() {
    return fields;
  }

  /// The whole object as an immutable tree.
  public Map<String, @Nullable Object> tree() {
    TreeMap<String, @Nullable Object> all = new TreeMap<>(fields);
    for (String name : List.of("apiVersion", "kind", "metadata")) {
      Object value = root(name);
      if (value != null) {
        all.put(name, value);
      }
    }
    return ArrayMap.ofTree(pairs(all));
  }

  private static @Nullable Object[] pairs(Map<String, ? extends @Nullable Object> map) {
    List<@Nullable Object> pairs = new ArrayList<>(2 * map.size());
    map.forEach(
        (name, value) -> {
          pairs.add(name);
          pairs.add(value);
        });
    return pairs.toArray();
  }

  private @Nullable Object metadataTree() {
    return TreeType.tree(ObjectMeta.TYPE.encode(metadata, GroupVersionKind.EMPTY, Format.JSON));
  }

  /// The value at a path; empty when there is none or when it is `null`. List items go by their
  /// number.
  ///
  /// In Go: {@index unstructured.NestedFieldNoCopy}.
  public Optional<Object> get(String... path) {
    Object at = path.length == 0 ? fields : root(path[0]);
    for (String step : Arrays.asList(path).subList(Math.min(1, path.length), path.length)) {
      at =
          switch (at) {
            case Map<?, ?> map -> map.get(step);
            case List<?> list -> item(list, step);
            case null, default -> null;
          };
    }
    return Optional.ofNullable(at);
  }

  private @Nullable Object root(String name) {
    return switch (name) {
      case "apiVersion" -> gvk.apiVersion().isEmpty() ? null : gvk.apiVersion();
      case "kind" -> gvk.kind().isEmpty() ? null : gvk.kind();
      case "metadata" -> metadataTree();
      default -> fields.get(name);
    };
  }

  private static @Nullable Object item(List<?> list, String step) {
    try {
      int i = Integer.parseInt(step);
      return i >= 0 && i < list.size() ? list.get(i) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /// The text at a path; a value of another type is an error.
  ///
  /// In Go: {@index unstructured.NestedString}.
  public Optional<String> text(String... path) {
    return typed(String.class, path);
  }

  /// The whole number at a path; a value of another type is an error.
  ///
  /// In Go: {@index unstructured.NestedInt64}.
  public Optional<Long> integer(String... path) {
    return typed(Long.class, path);
  }

  /// The number at a path, whole or not; a value of another type is an error.
  ///
  /// In Go: {@index unstructured.NestedFloat64}.
  public Optional<Double> real(String... path) {
    return typed(Number.class, path).map(Number::doubleValue);
  }

  /// The truth at a path; a value of another type is an error.
  ///
  /// In Go: {@index unstructured.NestedBool}.
  public Optional<Boolean> bool(String... path) {
    return typed(Boolean.class, path);
  }

  /// The list at a path, empty when there is none; a value of another type is an error.
  ///
  /// In Go: {@index unstructured.NestedSlice}.
  public List<@Nullable Object> list(String... path) {
    Optional<?> list = typed(List.class, path);
    return list.isPresent() ? castList(list.get()) : List.of();
  }

  /// The object at a path, empty when there is none; a value of another type is an error.
  ///
  /// In Go: {@index unstructured.NestedMap}.
  public Map<String, @Nullable Object> map(String... path) {
    Optional<?> map = typed(Map.class, path);
    return map.isPresent() ? castMap(map.get()) : ArrayMap.empty();
  }

  @SuppressWarnings("unchecked") // an immutable list of a tree
  private static List<@Nullable Object> castList(Object list) {
    return (List<@Nullable Object>) list;
  }

  @SuppressWarnings("unchecked") // JSON has string keys
  private static Map<String, @Nullable Object> castMap(Object map) {
    return (Map<String, @Nullable Object>) map;
  }

  private <V> Optional<V> typed(Class<V> type, String... path) {
    Optional<Object> value = get(path);
    if (value.isPresent() && !type.isInstance(value.get())) {
      throw new IllegalArgumentException(
          String.join(".", path)
              + " of "
              + description()
              + " is a "
              + value.get().getClass().getSimpleName()
              + ", not a "
              + type.getSimpleName());
    }
    return value.map(type::cast);
  }

  /// The object read as another type.
  ///
  /// @throws DecodeException when it says that it is of another kind, or does not fit the type
  public <T extends KubernetesObject> T as(Kind<T> kind) {
    return Codec.of(kind)
        .decode(Codec.of(Kind.ofObject(this)).encode(this, Format.JSON), Format.JSON);
  }

  /// The object read as another type.
  ///
  /// @throws DecodeException when it says that it is of another kind, or does not fit the type
  public <T extends KubernetesObject> T as(Class<T> type) {
    return as(Kind.of(type));
  }

  /// A copy with `value` (a tree) at a path; objects on the way are made, list items must exist.
  ///
  /// In Go: {@index unstructured.SetNestedField}.
  public DynamicObject with(@Nullable Object value, String... path) {
    requirePath(path);
    Object copy = TreeType.copy(value);
    return new DynamicObject(gvk, metadata, changed(fields, Arrays.asList(path), true, copy));
  }

  /// A copy without the value at a path.
  ///
  /// In Go: {@index unstructured.RemoveNestedField}.
  public DynamicObject without(String... path) {
    requirePath(path);
    return get(Arrays.copyOf(path, path.length - 1)).isEmpty() && path.length > 1
        ? this
        : new DynamicObject(gvk, metadata, changed(fields, Arrays.asList(path), false, null));
  }

  private static void requirePath(String... path) {
    if (path.length == 0
        || path[0].equals("metadata")
        || path[0].equals("apiVersion")
        || path[0].equals("kind")) {
      throw new IllegalArgumentException(
          "give a path to a field other than apiVersion, kind and metadata (withMetadata changes"
              + " that), got "
              + Arrays.toString(path));
    }
  }

  private static ArrayMap<@Nullable Object> changed(
      Map<String, @Nullable Object> map, List<String> path, boolean put, @Nullable Object value) {
    TreeMap<String, @Nullable Object> copy = new TreeMap<>(map);
    String step = path.getFirst();
    if (path.size() > 1) {
      copy.put(step, below(copy.get(step), path, put, value));
    } else if (put) {
      copy.put(step, value);
    } else {
      copy.remove(step);
    }
    return ArrayMap.ofTree(pairs(copy));
  }

  private static Object below(
      @Nullable Object child, List<String> path, boolean put, @Nullable Object value) {
    List<String> rest = path.subList(1, path.size());
    return switch (child) {
      case null -> changed(ArrayMap.empty(), rest, put, value);
      case Map<?, ?> map -> changed(castMap(map), rest, put, value);
      case List<?> list -> changedItem(list, rest, put, value);
      default ->
          throw new IllegalArgumentException(
              path.getFirst()
                  + " is a "
                  + child.getClass().getSimpleName()
                  + ": nothing can be below it");
    };
  }

  private static List<@Nullable Object> changedItem(
      List<?> list, List<String> path, boolean put, @Nullable Object value) {
    int i;
    try {
      i = Integer.parseInt(path.getFirst());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a list item goes by its number, got " + path.getFirst(), e);
    }
    List<@Nullable Object> copy = new ArrayList<>(list);
    if (i < 0 || i >= copy.size()) {
      throw new IllegalArgumentException("there is no item " + i + " in a list of " + copy.size());
    }
    if (path.size() > 1) {
      copy.set(i, below(copy.get(i), path, put, value));
    } else if (put) {
      copy.set(i, value);
    } else {
      copy.remove(i);
    }
    return TreeList.of(copy);
  }

  /// A copy with other metadata.
  public DynamicObject withMetadata(ObjectMeta changed) {
    return new DynamicObject(gvk, changed, fields);
  }

  /// A copy that says it is of another kind; an empty one clears it.
  public DynamicObject withGvk(GroupVersionKind changed) {
    return new DynamicObject(changed, metadata, fields);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DynamicObject that
        && gvk.equals(that.gvk)
        && metadata.equals(that.metadata)
        && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return (gvk.hashCode() * 31 + metadata.hashCode()) * 31 + fields.hashCode();
  }

  /// Kind, name and fields, cut at 16 KB; the data of Secrets and texts under names like `password`
  /// are shown as `<redacted>`.
  @Override
  public String toString() {
    return PrintableText.escaped(description())
        + (fields.isEmpty() ? "" : " " + ValueText.ofLongTree(fields));
  }

  private String description() {
    return gvk.kind() + " " + (namespace().isEmpty() ? "" : namespace() + "/") + name();
  }
}
