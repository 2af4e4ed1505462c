package dev.drover.api;

import dev.drover.api.codec.TreeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects the operations of a JSON patch.
///
/// ```java
/// Patch.json()
///     .test("/metadata/resourceVersion", "42")
///     .add(JsonPatchBuilder.pointer("metadata", "labels", "example.com/team"), "blue")
///     .remove("/spec/nodeName")
///     .build()
/// ```
///
/// A place is a JSON pointer (RFC 6901): steps after slashes, the index of a list item as a step,
/// `-` for the place after the last one. A value is a string, a number, a boolean, a map, a list or
/// null. One thread at a time.
public final class JsonPatchBuilder {
  private final List<Map<String, @Nullable Object>> operations = new ArrayList<>();

  JsonPatchBuilder() {}

  /// The pointer with these steps, each escaped: `pointer("a/b", "0")` is `/a~1b/0`.
  public static String pointer(String... steps) {
    var pointer = new StringBuilder();
    for (String step : steps) {
      pointer.append('/').append(step.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }

  /// Sets a field, or inserts an item into a list.
  public JsonPatchBuilder add(String pointer, @Nullable Object value) {
    return withValue("add", pointer, value);
  }

  /// Sets a field or an item that must be there already.
  public JsonPatchBuilder replace(String pointer, @Nullable Object value) {
    return withValue("replace", pointer, value);
  }

  /// Makes the whole patch fail unless this value is there.
  public JsonPatchBuilder test(String pointer, @Nullable Object value) {
    return withValue("test", pointer, value);
  }

  private JsonPatchBuilder withValue(String op, String pointer, @Nullable Object value) {
    var operation = operation(op, pointer);
    operation.put("value", TreeType.copy(value));
    operations.add(operation);
    return this;
  }

  /// Removes a field or an item that must be there.
  public JsonPatchBuilder remove(String pointer) {
    operations.add(operation("remove", pointer));
    return this;
  }

  /// Copies the value at `from` to `pointer`.
  public JsonPatchBuilder copy(String from, String pointer) {
    return withFrom("copy", from, pointer);
  }

  /// Moves the value at `from` to `pointer`.
  public JsonPatchBuilder move(String from, String pointer) {
    return withFrom("move", from, pointer);
  }

  private JsonPatchBuilder withFrom(String op, String from, String pointer) {
    var operation = operation(op, pointer);
    operation.put("from", checked(from));
    operations.add(operation);
    return this;
  }

  private static Map<String, @Nullable Object> operation(String op, String pointer) {
    var operation = new LinkedHashMap<String, @Nullable Object>();
    operation.put("op", op);
    operation.put("path", checked(pointer));
    return operation;
  }

  private static String checked(String pointer) {
    if (!pointer.isEmpty() && pointer.charAt(0) != '/') {
      throw new IllegalArgumentException(
          "a JSON pointer begins with '/', got '%s'; write it as in /spec/replicas"
              .formatted(pointer));
    }
    for (int at = pointer.indexOf('~'); at >= 0; at = pointer.indexOf('~', at + 1)) {
      if (!pointer.startsWith("0", at + 1) && !pointer.startsWith("1", at + 1)) {
        throw new IllegalArgumentException(
            ("'~' at position %d of the JSON pointer '%s' is not escaped;"
                    + " write ~0 for it and ~1 for a '/', or use JsonPatchBuilder.pointer")
                .formatted(at, pointer));
      }
    }
    return pointer;
  }

  /// The patch with the operations so far.
  public Patch build() {
    return new Patch.JsonPatch(Bytes.wrap(TreeType.bytes(operations)));
  }
}
