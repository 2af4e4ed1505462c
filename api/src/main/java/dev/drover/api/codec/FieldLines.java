package dev.drover.api.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads field lines of the schema table: `containers 2 []core/v1.Container required
/// mergeKey=name`.
final class FieldLines {
  private FieldLines() {}

  static List<Field> parse(String owner, String lines, StructFactory factory) {
    List<Field> fields = new ArrayList<>();
    int ownerSite = (int) (ValueType.saltOf(owner) >>> 17);
    for (String line : lines.lines().toList()) {
      String[] columns = line.strip().split(" ", -1);
      if (columns.length < 3) {
        throw new IllegalArgumentException(
            owner + ": '" + line + "' is no field line: need name, protobuf path and type");
      }
      int slot = fields.size();
      int[] path = Arrays.stream(columns[1].split("\\.")).mapToInt(Integer::parseInt).toArray();
      String type = columns[2];
      Set<String> flags = new HashSet<>(Arrays.asList(columns).subList(3, columns.length));
      if (isEmbedded(type)) {
        flags.add("embedded");
      }
      int site = ownerSite + 4 * slot; // room for list items, map values and map keys
      fields.add(
          new Field(
              columns[0],
              slot,
              path,
              flags,
              type.startsWith("*"),
              site,
              () -> type(type, site, factory, flags.contains("secret"))));
    }
    return fields;
  }

  /// Whether Go always has a value here that JSON always writes: structs, and the three that are
  /// structs in Go but not here.
  private static boolean isEmbedded(String type) {
    return type.equals("intorstring")
        || type.equals("duration")
        || type.equals("quantity")
        || (type.indexOf('/') > 0
            && Character.isLetter(type.charAt(0))
            && !type.startsWith("map[]"));
  }

  private static ValueType type(String text, int site, StructFactory factory, boolean secret) {
    if (text.startsWith("[]")) {
      return new ListType(base(text.substring(2), factory), site);
    }
    if (text.startsWith("map[]")) {
      return new MapType(base(text.substring(5), factory), site, secret);
    }
    return base(text.startsWith("*") ? text.substring(1) : text, factory);
  }

  private static ValueType base(String text, StructFactory factory) {
    return switch (text) {
      case "string" -> ScalarType.TEXT;
      case "bool" -> ScalarType.BOOL;
      case "int32" -> ScalarType.INT32;
      case "int64" -> ScalarType.INT64;
      case "double" -> ScalarType.DOUBLE;
      case "time" -> TimeType.SECONDS;
      case "microtime" -> TimeType.MICROS;
      case "duration" -> DurationType.INSTANCE;
      case "quantity" -> QuantityType.INSTANCE;
      case "intorstring" -> IntOrStringType.INSTANCE;
      case "bytes" -> BytesType.INSTANCE;
      case "raw", "fieldsv1", "json" -> RawType.INSTANCE;
      case "extravalue" -> TextListType.INSTANCE;
      default -> factory.resolve(text);
    };
  }
}
