package dev.drover.schema;

import dev.drover.api.RawExtension;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// JSON patch: a list of operations that are done one after the other, all or none.
///
/// As [RFC 6902](https://www.rfc-editor.org/rfc/rfc6902), except where kube-apiserver differs:
/// - negative indices count from the end of a list;
/// - `replace` sets a field that is not there, `copy` of such a field sets null, and `test` finds
///   it equal to null;
/// - there may be 10,000 operations, and copies of 3 MiB in all.
///
/// Objects nest as deep as a body may, at most: copies of copies could nest without limit.
public final class JsonPatch {
  static final int MAX_OPERATIONS = 10_000;
  static final long MAX_COPIED_BYTES = 3 * 1024 * 1024;
  private static final List<String> MEMBERS = List.of("op", "path", "from", "value");

  private final List<Operation> operations;
  private final List<String> unknownFields;

  private JsonPatch(List<Operation> operations, List<String> unknownFields) {
    this.operations = operations;
    this.unknownFields = unknownFields;
  }

  /// Reads a patch.
  ///
  /// @param patch the patch as a JSON tree
  /// @throws PatchException if it is no list of operations, or has too many
  public static JsonPatch read(@Nullable Object patch) {
    if (patch != null && !(patch instanceof List<?>)) {
      throw mistyped(patch, "value of type []handlers.jsonPatchOp");
    }
    List<?> items = patch instanceof List<?> list ? list : List.of(); // null is an empty patch
    List<Operation> operations = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Object item = items.get(i);
      if (item != null && !(item instanceof Map<?, ?>)) {
        throw mistyped(item, "value of type handlers.jsonPatchOp");
      }
      Map<?, ?> map = item instanceof Map<?, ?> fields ? fields : Map.of();
      operations.add(operation(map));
      for (Object name : map.keySet()) {
        if (!MEMBERS.contains(name)) {
          unknown.add("json patch unknown field \"[" + i + "]." + name + "\"");
        }
      }
    }
    if (operations.size() > MAX_OPERATIONS) {
      throw PatchException.tooLarge(
          "The allowed maximum operations in a JSON patch is "
              + MAX_OPERATIONS
              + ", got "
              + operations.size());
    }
    return new JsonPatch(operations, unknown);
  }

  private static Operation operation(Map<?, ?> map) {
    return new Operation(
        text(map, "op"),
        text(map, "path"),
        text(map, "from"),
        map.containsKey("value"),
        map.get("value"));
  }

  private static @Nullable String text(Map<?, ?> operation, String name) {
    Object value = operation.get(name);
    if (value != null && !(value instanceof String)) {
      throw mistyped(value, "struct field jsonPatchOp." + name + " of type string");
    }
    return (String) value;
  }

  private static PatchException mistyped(Object value, String target) {
    return PatchException.malformed(
        "error decoding patch: json: cannot unmarshal "
            + JsonShape.of(value)
            + " into Go "
            + target);
  }

  /// What strict field validation objects to, as `json patch unknown field "[0].from_"`.
  public List<String> unknownFields() {
    return List.copyOf(unknownFields);
  }

  /// The object after all operations.
  ///
  /// @throws PatchException if one does not apply
  public Map<String, @Nullable Object> apply(Map<String, ? extends @Nullable Object> object) {
    Document document = new Document(TreeNode.copyOf(object).map());
    operations.forEach(document::perform);
    requireShallow(document.root());
    return document.root();
  }

  private static void requireShallow(@Nullable Object tree) {
    if (isDeeper(tree, JsonCursor.MAX_DEPTH + JsonCursor.MORE_DEPTH)) {
      throw PatchException.malformed(
          "the patch nests the object deeper than " + JsonCursor.MAX_DEPTH + " levels");
    }
  }

  /// Looks no deeper than the limit.
  private static boolean isDeeper(@Nullable Object tree, int levels) {
    Collection<?> children =
        switch (tree) {
          case Map<?, ?> map -> map.values();
          case List<?> list -> list;
          case null, default -> null;
        };
    return children != null
        && (levels == 0 || children.stream().anyMatch(child -> isDeeper(child, levels - 1)));
  }

  /// One line of a patch; what is absent or null in it is null here.
  private record Operation(
      @Nullable String op,
      @Nullable String path,
      @Nullable String from,
      boolean hasValue,
      @Nullable Object value) {

    String target() {
      return require(path, "path");
    }

    String source() {
      return require(from, "from");
    }

    private String require(@Nullable String pointer, String name) {
      if (pointer == null) {
        throw failed(op + " operation is missing its " + name + " field");
      }
      return pointer;
    }
  }

  /// A tree that operations change.
  private static final class Document {
    private Object root;
    private long copiedBytes;

    Document(Map<String, @Nullable Object> root) {
      this.root = root;
    }

    @SuppressWarnings("unchecked") // JSON objects have string keys
    Map<String, @Nullable Object> root() {
      if (root instanceof Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
      }
      throw failed("the patch replaces the object by a list");
    }

    void perform(Operation operation) {
      try {
        performIfPossible(operation);
      } catch (NoSuchPath e) {
        throw failed(
            "%s operation does not apply: doc is missing path: \"%s\": missing value"
                .formatted(operation.op(), e.getMessage()));
      }
    }

    private void performIfPossible(Operation operation) {
      switch (Objects.requireNonNullElse(operation.op(), "unknown")) {
        case "add" -> place(operation.target()).add(TreeNode.mutable(operation.value()));
        case "remove" -> place(operation.target()).remove();
        case "replace" -> replace(operation);
        case "move" -> {
          Target from = place(operation.source());
          Object moved = from.get();
          from.remove();
          place(operation.target()).add(moved);
        }
        case "copy" -> {
          Object original = place(operation.source()).get();
          requireShallow(original);
          Object copy = TreeNode.mutable(original);
          Target to = place(operation.target());
          count(copy);
          to.add(copy);
        }
        case "test" -> test(operation);
        default -> throw failed("unexpected kind of operation: " + operation.op());
      }
    }

    private void replace(Operation operation) {
      Object value = TreeNode.mutable(operation.value());
      if (!operation.target().isEmpty()) {
        Target place = place(operation.target());
        place.get(); // an index must exist, a field need not
        place.set(value);
      } else if (value instanceof Map<?, ?> || value instanceof List<?>) {
        root = value;
      } else if (!operation.hasValue()) {
        throw PatchException.unforeseen("replace of the whole object without a value");
      } else {
        throw failed("the whole object can only be replaced by an object");
      }
    }

    private void test(Operation operation) {
      if (operation.target().isEmpty() && !operation.hasValue()) {
        throw PatchException.unforeseen("test of the whole object without a value");
      }
      Object actual = operation.target().isEmpty() ? root : place(operation.target()).get();
      if (!Objects.equals(actual, operation.value())) {
        throw failed("testing value " + operation.target() + " failed: test failed");
      }
    }

    private void count(@Nullable Object copy) {
      copiedBytes += copy == null ? 0 : RawExtension.ofTree(copy).raw().length();
      if (copiedBytes > MAX_COPIED_BYTES) {
        throw failed("copies of more than " + MAX_COPIED_BYTES + " bytes in all");
      }
    }

    private Target place(String pointer) {
      String[] steps = pointer.split("/", -1);
      if (steps.length < 2) {
        throw new NoSuchPath(pointer);
      }
      Object container = root;
      for (int i = 1; i < steps.length - 1; i++) {
        container = new Target(container, unescaped(steps[i]), pointer).get();
      }
      if (!(container instanceof Map<?, ?> || container instanceof List<?>)) {
        throw new NoSuchPath(pointer);
      }
      return new Target(container, unescaped(steps[steps.length - 1]), pointer);
    }

    private static String unescaped(String step) {
      return step.replace("~1", "/").replace("~0", "~");
    }
  }

  /// There is nothing at a path, or on the way to it.
  private static final class NoSuchPath extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoSuchPath(String pointer) {
      super(pointer, null, false, false);
    }
  }

  /// A field or an index of an object or list in the tree.
  private record Target(@Nullable Object container, String key, String pointer) {
    @Nullable Object get() {
      return switch (container) {
        case Map<?, ?> map -> map.get(key);
        case List<?> list -> list.get(index(list.size() - 1));
        case null, default -> throw new NoSuchPath(pointer);
      };
    }

    void add(@Nullable Object value) {
      switch (container) {
        case Map<?, ?> map -> fields(map).put(key, value);
        case List<?> list -> {
          int index = key.equals("-") ? list.size() : index(list.size());
          items(list).add(index, value);
        }
        case null, default -> throw new NoSuchPath(pointer);
      }
    }

    void set(@Nullable Object value) {
      switch (container) {
        case Map<?, ?> map -> fields(map).put(key, value);
        case List<?> list -> items(list).set(index(list.size() - 1), value);
        case null, default -> throw new NoSuchPath(pointer);
      }
    }

    void remove() {
      switch (container) {
        case Map<?, ?> map when map.containsKey(key) -> map.remove(key);
        case List<?> list -> list.remove(index(list.size() - 1));
        case Map<?, ?> _ ->
            throw failed(
                "error in remove for path: '%s': Unable to remove nonexistent key: %s: missing value"
                    .formatted(pointer, key));
        case null, default -> throw new NoSuchPath(pointer);
      }
    }

    /// The index that the key spells, counted from the end when negative.
    private int index(int last) {
      if (!key.matches("[+-]?[0-9]{1,9}")) {
        throw failed("no index: '" + key + "' in " + pointer);
      }
      int index = Integer.parseInt(key);
      int fromStart = index < 0 ? index + last + 1 : index;
      if (fromStart < 0 || fromStart > last) {
        throw failed("no such index: " + index + " in " + pointer);
      }
      return fromStart;
    }

    @SuppressWarnings("unchecked") // JSON objects have string keys
    private static Map<String, @Nullable Object> fields(Map<?, ?> map) {
      return (Map<String, @Nullable Object>) map;
    }

    @SuppressWarnings("unchecked") // JSON lists hold JSON values
    private static List<@Nullable Object> items(List<?> list) {
      return (List<@Nullable Object>) list;
    }
  }

  private static PatchException failed(String message) {
    return PatchException.inapplicable(message);
  }
}
