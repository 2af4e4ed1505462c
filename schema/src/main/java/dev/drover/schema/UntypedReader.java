package dev.drover.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads JSON of no known type into a tree that can be changed, and notices names that are there
/// twice; the last one counts.
///
/// In Go: `UnstructuredJSONScheme` with `sigs.k8s.io/json`, `UnmarshalStrict`.
final class UntypedReader {
  private final JsonCursor in;
  private final StrictErrors strict = new StrictErrors();

  UntypedReader(JsonCursor in) {
    this.in = in;
  }

  /// Reads an object.
  ///
  /// @throws UnreadableException when it is something else
  Map<String, @Nullable Object> object() {
    if (in.peek() != '{') {
      throw new UnreadableException(
          "json: cannot unmarshal " + in.kind() + " into Go value of type map[string]interface {}");
    }
    return members();
  }

  /// `duplicate field "spec.a"`, in the order of the text.
  List<String> duplicates() {
    return strict.messages();
  }

  private Map<String, @Nullable Object> members() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    int outer = strict.mark();
    in.enter();
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      if (members.containsKey(name)) {
        strict.duplicate(name);
      }
      strict.enter(name);
      members.put(name, value());
      strict.back(outer);
    }
    return members;
  }

  private List<@Nullable Object> items() {
    List<@Nullable Object> items = new ArrayList<>();
    int outer = strict.mark();
    in.enter();
    while (in.nextItem()) {
      strict.enter(items.size());
      items.add(value());
      strict.back(outer);
    }
    return items;
  }

  /// Reads a value of any shape.
  @Nullable Object value() {
    return switch (in.peek()) {
      case '{' -> members();
      case '[' -> items();
      default -> TypedWriter.whole(in.tree());
    };
  }
}
