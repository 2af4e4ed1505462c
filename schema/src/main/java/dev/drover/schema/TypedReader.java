package dev.drover.schema;

import dev.drover.api.Quantity;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads JSON into the values that Go's structs would hold: a map of the fields that were set for a
/// struct, lists, maps, and scalars in canonical form.
///
/// Go reads on after a value of a wrong type and reports the first one in the end, but stops at
/// once where a type reads itself (times, quantities); that order decides which of several mistakes
/// a client hears of. A field that is there twice is read into what the first one left.
///
/// In Go: `sigs.k8s.io/json`, `UnmarshalStrict`.
final class TypedReader {
  private final JsonCursor in;
  private final StrictErrors strict = new StrictErrors();
  private final List<String> fields = new ArrayList<>(); // the way here, as type errors show it
  private String struct = "";
  private @Nullable String schema; // where the outermost type that reads itself stands, if inside
  private @Nullable UnreadableException firstMismatch;

  TypedReader(JsonCursor in) {
    this.in = in;
  }

  /// Reads a whole object; `null` is an empty one.
  Map<String, @Nullable Object> read(Structure.Fields type) {
    Map<String, @Nullable Object> value = new LinkedHashMap<>();
    if (in.peek() == '{') {
      value = struct(type, null);
    } else if (!in.tryNull()) {
      mismatch(in.kind(), type.name().substring(type.name().indexOf('/') + 1));
    }
    if (firstMismatch != null) {
      throw firstMismatch;
    }
    return value;
  }

  List<String> strictErrors() {
    return strict.messages();
  }

  private Map<String, @Nullable Object> struct(Structure.Fields type, @Nullable Object old) {
    Map<String, @Nullable Object> value = mutable(old);
    Set<String> seen = new HashSet<>();
    String outerStruct = struct;
    int outerPath = strict.mark();
    in.enter();
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      Structure.Member member = type.members().get(name);
      if (member == null) {
        reportUnknown(name);
        in.skip();
        continue;
      }
      if (!seen.add(name)) {
        reportDuplicate(name);
      }
      struct = GoTypes.simpleName(type.name());
      int outerFields = fields.size();
      fields.addAll(embedded(member));
      fields.add(name);
      strict.enter(name);
      field(type, member, value);
      strict.back(outerPath);
      fields.subList(outerFields, fields.size()).clear();
      struct = outerStruct;
    }
    return value;
  }

  private static List<String> embedded(Structure.Member member) {
    return member.entry().map(FieldEntry::embedded).orElse(List.of());
  }

  @SuppressWarnings("unchecked") // what this class has made
  private static Map<String, @Nullable Object> mutable(@Nullable Object old) {
    return old == null ? new LinkedHashMap<>() : (Map<String, @Nullable Object>) old;
  }

  private void reportUnknown(String name) {
    if (schema == null) {
      strict.unknown(name);
    }
  }

  private void reportDuplicate(String name) {
    if (schema == null) {
      strict.duplicate(name);
    }
  }

  private void field(
      Structure.Fields owner, Structure.Member member, Map<String, @Nullable Object> struct) {
    FieldEntry field = member.entry().orElseThrow();
    Object old = struct.get(field.name());
    Slot slot = Slot.of(owner, member);
    if (in.tryNull()) {
      if (slot.isClearedByNull()) {
        struct.remove(field.name());
      }
      return;
    }
    Object value =
        switch (field.type().container()) {
          case VALUE, POINTER -> single(slot, old);
          case LIST -> list(slot, old);
          case MAP -> map(slot, old);
        };
    struct.put(field.name(), value);
  }

  private @Nullable Object list(Slot slot, @Nullable Object old) {
    if (in.peek() != '[') {
      return mismatch(in.kind(), slot.field().goType());
    }
    Slot item = slot.item();
    List<?> before = old == null ? List.of() : (List<?>) old;
    List<@Nullable Object> items = new ArrayList<>();
    int outer = strict.mark();
    in.enter();
    while (in.nextItem()) {
      int index = items.size();
      strict.enter(index);
      Object existing = index < before.size() ? before.get(index) : null;
      if (in.tryNull()) {
        items.add(existing == null || item.isClearedByNull() ? item.zero() : existing);
      } else {
        items.add(single(item, existing));
      }
      strict.back(outer);
    }
    return items;
  }

  private @Nullable Object map(Slot slot, @Nullable Object old) {
    if (in.peek() != '{') {
      return mismatch(in.kind(), slot.field().goType());
    }
    Slot item = slot.item();
    Map<String, @Nullable Object> entries = mutable(old);
    Set<String> seen = new HashSet<>();
    int outer = strict.mark();
    in.enter();
    for (String key = in.nextName(); key != null; key = in.nextName()) {
      if (!seen.add(key)) {
        reportDuplicate(key);
      }
      strict.enter(key);
      entries.put(key, in.tryNull() ? item.zero() : single(item, null));
      strict.back(outer);
    }
    return entries;
  }

  /// Reads one value of a field that is no list and no map; `old` is what the place holds already.
  @Nullable Object single(Slot slot, @Nullable Object old) {
    String form = slot.jsonForm();
    if (form != null) {
      return schemaForm(form, slot);
    }
    if (slot.structure() instanceof Structure.Fields type) {
      return in.peek() == '{'
          ? struct(type, old)
          : mismatch(in.kind(), GoTypes.ofItem(slot.field()));
    }
    return switch (slot.base()) {
      case "string" ->
          in.peek() == '"' ? in.string() : mismatch(in.kind(), GoTypes.ofItem(slot.field()));
      case "bool" ->
          isBool() ? (Object) in.bool() : mismatch(in.kind(), GoTypes.ofItem(slot.field()));
      case "int32" -> integer(Integer.MIN_VALUE, Integer.MAX_VALUE, GoTypes.ofItem(slot.field()));
      case "int64" -> integer(Long.MIN_VALUE, Long.MAX_VALUE, GoTypes.ofItem(slot.field()));
      case "double" -> real(GoTypes.ofItem(slot.field()));
      case "bytes" -> bytes();
      case "extravalue" -> texts(GoTypes.ofItem(slot.field()));
      case "time" -> GoTime.canonical(text(), false);
      case "microtime" -> GoTime.canonical(text(), true);
      case "quantity" -> quantity(in.literal());
      case "intorstring" -> in.peek() == '"' ? in.string() : int32();
      case "raw", "json", "fieldsv1" -> in.tree();
      default -> throw new IllegalStateException("no reader for " + slot.base());
    };
  }

  private boolean isBool() {
    return in.peek() == 't' || in.peek() == 'f';
  }

  private @Nullable Object integer(long min, long max, String type) {
    if (!in.kind().equals("number")) {
      return mismatch(in.kind(), type);
    }
    String literal = in.literal();
    try {
      long value = Long.parseLong(literal);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      return mismatched("number " + literal, type); // a fraction, an exponent, or too large
    }
    return mismatched("number " + literal, type);
  }

  private @Nullable Object real(String type) {
    if (!in.kind().equals("number")) {
      return mismatch(in.kind(), type);
    }
    String literal = in.literal();
    double value = Double.parseDouble(literal);
    return Double.isInfinite(value) ? mismatched("number " + literal, type) : (Object) value;
  }

  private @Nullable Object bytes() {
    if (in.peek() == '[') {
      return byteList();
    }
    if (in.peek() != '"') {
      return mismatch(in.kind(), "[]uint8");
    }
    try {
      return GoBase64.canonical(in.string());
    } catch (UnreadableException e) {
      return saved(e);
    }
  }

  /// Go takes bytes as a list of numbers, too.
  private @Nullable Object byteList() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    in.enter();
    while (in.nextItem()) {
      Object value = in.tryNull() ? null : integer(0, 255, "uint8");
      bytes.write(value instanceof Long number ? number.intValue() : 0);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private @Nullable Object texts(String type) {
    if (in.peek() != '[') {
      return mismatch(in.kind(), type);
    }
    List<@Nullable Object> items = new ArrayList<>();
    in.enter();
    while (in.nextItem()) {
      items.add(in.tryNull() ? "" : in.peek() == '"' ? in.string() : mismatch(in.kind(), "string"));
    }
    return items;
  }

  /// The text of a type that reads itself: anything else ends the reading.
  private String text() {
    if (in.peek() != '"') {
      throw typeError(in.kind(), "string");
    }
    return in.string();
  }

  private Object int32() {
    boolean isNumber = in.kind().equals("number");
    String kind = in.kind();
    String literal = in.literal();
    if (isNumber) {
      try {
        return (long) Integer.parseInt(literal);
      } catch (NumberFormatException e) {
        kind = "number " + literal;
      }
    }
    throw typeError(kind, "int32");
  }

  private static Object quantity(String literal) {
    boolean isQuoted = literal.length() >= 2 && literal.startsWith("\"");
    String text = isQuoted ? literal.substring(1, literal.length() - 1) : literal;
    try {
      return Quantity.parse(text.strip()).canonical().text();
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      String suffix = "unable to parse quantity's suffix";
      throw new UnreadableException(
          message.startsWith(suffix)
              ? suffix
              : "quantities must match the regular expression"
                  + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
  }

  /// A schema or something else, as only schemas have it. What is inside of one is not looked at
  /// strictly, and a mistake there ends the reading.
  private @Nullable Object schemaForm(String form, Slot slot) {
    byte first = in.peek();
    if (first == '{') {
      return nested(() -> struct(slot.owner(), null));
    }
    if (form.equals("schemaOrBool")) {
      if (isBool()) {
        return in.bool();
      }
      throw new UnreadableException("boolean or JSON schema expected");
    }
    if (first != '[') {
      in.skip();
      return null;
    }
    if (form.equals("schemaOrStrings")) {
      return nested(() -> texts("[]string"));
    }
    return nested(
        () -> {
          List<@Nullable Object> schemas = new ArrayList<>();
          in.enter();
          while (in.nextItem()) {
            if (in.tryNull()) {
              schemas.add(new LinkedHashMap<String, Object>());
            } else if (in.peek() == '{') {
              schemas.add(struct(slot.owner(), null));
            } else {
              schemas.add(mismatch(in.kind(), GoTypes.simpleName(slot.owner().name())));
            }
          }
          return schemas;
        });
  }

  private @Nullable Object nested(Supplier<@Nullable Object> reading) {
    String outer = schema;
    UnreadableException before = firstMismatch;
    schema = place();
    firstMismatch = null;
    Object value = reading.get();
    if (firstMismatch != null) {
      throw firstMismatch;
    }
    schema = outer;
    firstMismatch = before;
    return value;
  }

  /// Steps over a value of a wrong type and remembers it if it is the first.
  private @Nullable Object mismatch(String found, String type) {
    in.skip();
    return mismatched(found, type);
  }

  private @Nullable Object mismatched(String found, String type) {
    return saved(typeError(found, type));
  }

  private @Nullable Object saved(UnreadableException e) {
    if (firstMismatch == null) {
      firstMismatch = e;
    }
    return null;
  }

  private UnreadableException typeError(String found, String type) {
    return new UnreadableException(
        "json: cannot unmarshal " + found + " into Go " + place() + " of type " + type);
  }

  private String place() {
    if (schema != null) {
      return schema;
    }
    return fields.isEmpty() ? "value" : "struct field " + struct + "." + String.join(".", fields);
  }
}
