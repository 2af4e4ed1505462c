package dev.drover.schema.apply;

import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;
import dev.drover.schema.GoFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One step from a value to a value inside it.
///
/// Ordered by kind, then by content. [#toString] is the step as messages show it (`.spec`,
/// `[name="nginx"]`, `[="x"]`, `[0]`), [#encoded] as `FieldsV1` does.
sealed interface PathElement extends Comparable<PathElement> {
  /// A field of an object, or an entry of a map.
  record Field(String name) implements PathElement {
    @Override
    public String encoded() {
      return "f:" + name;
    }

    @Override
    public String toString() {
      return "." + name;
    }
  }

  /// The item of a list that has these key fields.
  ///
  /// @param fields sorted by name
  record Key(List<KeyField> fields) implements PathElement {
    public Key {
      fields = fields.stream().sorted(Comparator.comparing(KeyField::name)).toList();
    }

    @Override
    public String encoded() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      fields.forEach(field -> json.put(field.name, field.value));
      return "k:" + GoFormat.json(json);
    }

    @Override
    public String toString() {
      return fields.stream()
          .map(field -> field.name + "=" + AppliedValueText.inPath(field.value))
          .collect(Collectors.joining(",", "[", "]"));
    }
  }

  /// A field of a key.
  record KeyField(String name, @Nullable Object value) {
    public KeyField {
      value = plain(value);
    }
  }

  /// The item of a set that has this value.
  record Item(@Nullable Object value) implements PathElement {
    public Item {
      value = plain(value);
    }

    @Override
    public String encoded() {
      return "v:" + GoFormat.json(value);
    }

    @Override
    public String toString() {
      return "[=" + AppliedValueText.inPath(value) + "]";
    }
  }

  /// The item of a list at this place.
  record Index(int index) implements PathElement {
    @Override
    public String encoded() {
      return "i:" + index;
    }

    @Override
    public String toString() {
      return "[" + index + "]";
    }
  }

  /// The step as a name in `FieldsV1`.
  String encoded();

  /// Reads a name in `FieldsV1`; empty for a kind of step that a later release may know.
  ///
  /// @throws IllegalArgumentException when it is no step
  static Optional<PathElement> decode(String encoded) {
    if (encoded.length() < 2 || encoded.charAt(1) != ':') {
      throw new IllegalArgumentException("no path element: " + encoded);
    }
    String content = encoded.substring(2);
    return switch (encoded.charAt(0)) {
      case 'f' -> Optional.of(new Field(content));
      case 'k' -> Optional.of(decodeKey(content));
      case 'v' -> Optional.of(new Item(json(content)));
      case 'i' -> Optional.of(new Index(Integer.parseInt(content)));
      default -> Optional.empty();
    };
  }

  private static PathElement decodeKey(String content) {
    if (!(json(content) instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException("no key of a list item: " + content);
    }
    List<KeyField> fields = new ArrayList<>();
    map.forEach((name, value) -> fields.add(new KeyField((String) name, value)));
    return new Key(fields);
  }

  private static @Nullable Object json(String text) {
    try {
      return RawExtension.ofJson(text).tree();
    } catch (DecodeException e) {
      throw new IllegalArgumentException("no JSON in a path element: " + text, e);
    }
  }

  /// One form for equal numbers, so that equality of records is equality of steps.
  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Double real && real == Math.rint(real) && Math.abs(real) < 1L << 53) {
      return real.longValue();
    }
    return value;
  }

  @Override
  default int compareTo(PathElement other) {
    int byKind = Integer.compare(rank(), other.rank());
    if (byKind != 0) {
      return byKind;
    }
    return switch (this) {
      case Field(String name) -> JsonOrder.compareText(name, ((Field) other).name);
      case Key(List<KeyField> fields) -> compareKeys(fields, ((Key) other).fields);
      case Item(Object value) -> JsonOrder.INSTANCE.compare(value, ((Item) other).value);
      case Index(int index) -> Integer.compare(index, ((Index) other).index);
    };
  }

  private int rank() {
    return switch (this) {
      case Field ignored -> 0;
      case Key ignored -> 1;
      case Item ignored -> 2;
      case Index ignored -> 3;
    };
  }

  private static int compareKeys(List<KeyField> a, List<KeyField> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int c = JsonOrder.compareText(a.get(i).name, b.get(i).name);
      if (c == 0) {
        c = JsonOrder.INSTANCE.compare(a.get(i).value, b.get(i).value);
      }
      if (c != 0) {
        return c;
      }
    }
    return Integer.compare(a.size(), b.size());
  }
}
