package dev.drover.model;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldEntry;
import dev.drover.schema.FieldType;
import dev.drover.schema.TypeEntry;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Makes objects of any kind as JSON trees, by the table: every field may be left out, null, empty,
/// zero or set to something, however unlikely. The same seed makes the same objects.
final class RandomObjects {
  private static final int MAX_DEPTH = 12;

  /// A day inside of what JSON can say, so that any zone can.
  private static final long FIRST_SECOND = Instant.parse("0001-01-02T00:00:00Z").getEpochSecond();

  private static final long LAST_SECOND = Instant.parse("9999-12-31T00:00:00Z").getEpochSecond();
  private static final String[] TEXTS = {
    "a",
    "web-0",
    "größe",
    "日本語",
    "😀 \uD83D\uDC68\u200D\uD83D\uDC69",
    "\"quoted\\\"",
    "a\nb\tc\u0001",
    "null",
    "true",
    "1",
    "<&>\u2028",
    "ÿ".repeat(130)
  };
  private static final String[] QUANTITIES = {
    "0", "1", "500m", "1.5Gi", "1e3", "-1", "100Ki", "0.1", "9223372036854775807", "12E", "3n"
  };
  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    127,
    128,
    16384,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 40,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final double[] REALS = {
    0, 1, -1.5, 0.1, 1e21, 1e-7, Double.MIN_VALUE, 123456789.125
  };

  private final Random random;
  private int budget; // values that the current object may still get

  RandomObjects(long seed) {
    random = new Random(seed);
  }

  /// An object of at most about `size` values.
  Map<String, Object> next(GroupVersionKind gvk, int size) {
    budget = size;
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("apiVersion", gvk.apiVersion());
    object.put("kind", gvk.kind());
    object.putAll(struct(Table.typeOf(gvk), 0));
    return object;
  }

  private Map<String, Object> struct(TypeEntry type, int depth) {
    List<FieldEntry> fields = new ArrayList<>(type.fields());
    Collections.shuffle(fields, random); // so that the budget is not always spent first
    int chance = 1 + random.nextInt(100); // some structs are full, some nearly empty
    Map<String, Object> out = new LinkedHashMap<>();
    for (FieldEntry field : fields) {
      if (budget > 0 && depth < MAX_DEPTH && random.nextInt(100) < chance) {
        budget--;
        out.put(field.name(), field(field.type(), depth));
      }
    }
    return out;
  }

  private Object field(FieldType type, int depth) {
    if (random.nextInt(20) == 0) {
      return null;
    }
    return switch (type.container()) {
      case VALUE, POINTER -> random.nextInt(5) == 0 ? zero(type.base()) : value(type.base(), depth);
      case LIST -> list(type.base(), depth);
      case MAP -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Object value : list(type.base(), depth)) {
          map.put(text(), random.nextInt(20) == 0 ? null : value);
        }
        yield map;
      }
    };
  }

  private List<Object> list(String base, int depth) {
    List<Object> items = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      budget--;
      items.add(random.nextInt(5) == 0 ? zero(base) : value(base, depth));
    }
    return items;
  }

  private static Object zero(String base) {
    return switch (base) {
      case "string", "bytes" -> "";
      case "bool" -> false;
      case "int32", "int64", "intorstring" -> 0L;
      case "double" -> 0.0;
      case "quantity" -> "0";
      case "time", "microtime" -> "1970-01-01T00:00:00Z";
      case "extravalue" -> List.of();
      case "raw", "fieldsv1", "json" -> Map.of();
      default -> emptyStruct(Table.type(base));
    };
  }

  private static Object emptyStruct(TypeEntry type) {
    return switch (type.jsonForm()) {
      case null -> Map.of();
      case "schemaOrBool" -> false;
      default -> Map.of();
    };
  }

  private Object value(String base, int depth) {
    return switch (base) {
      case "string" -> text();
      case "bool" -> random.nextInt(4) > 0;
      case "int32" -> (long) (int) number();
      case "int64" -> number();
      case "double" -> REALS[random.nextInt(REALS.length)];
      case "intorstring" -> random.nextBoolean() ? text() : Long.valueOf((int) number());
      case "quantity" -> QUANTITIES[random.nextInt(QUANTITIES.length)];
      case "bytes" -> base64();
      case "time" -> time(0);
      case "microtime" -> time(random.nextInt(1_000_000));
      case "extravalue" -> list("string", depth);
      case "raw", "fieldsv1", "json" -> json(3);
      default -> form(Table.type(base), depth + 1);
    };
  }

  /// A struct, or what JSON may have in its place. An empty list is never there: Go reads it, but
  /// writes null.
  private Object form(TypeEntry type, int depth) {
    String form = type.jsonForm();
    if (form == null || random.nextBoolean()) {
      return struct(Table.schemaIn(type).orElse(type), depth);
    }
    return switch (form) {
      case "schemaOrBool" -> random.nextBoolean();
      case "schemaOrArray" -> List.of(value(Table.schemaIn(type).orElseThrow().name(), depth));
      default -> List.of(text(), text());
    };
  }

  private String text() {
    return random.nextInt(3) > 0
        ? TEXTS[random.nextInt(TEXTS.length)]
        : Integer.toString(random.nextInt(), 36);
  }

  private long number() {
    return random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextInt(100);
  }

  private String base64() {
    byte[] bytes = new byte[random.nextInt(5)];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /// Any second from the year 1 to 9999, sometimes in another zone.
  private String time(int micros) {
    long seconds = random.nextLong(FIRST_SECOND, LAST_SECOND);
    ZoneOffset zone = random.nextInt(4) == 0 ? ZoneOffset.ofHours(-3) : ZoneOffset.UTC;
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        Instant.ofEpochSecond(seconds, micros * 1000L).atOffset(zone));
  }

  private Object json(int depth) {
    return switch (random.nextInt(depth == 0 ? 4 : 7)) {
      case 0 -> text();
      case 1 -> number();
      case 2 -> random.nextBoolean();
      case 3 -> REALS[random.nextInt(REALS.length)];
      case 4 -> Arrays.asList(json(depth - 1), null);
      case 5 -> Map.of(text(), json(depth - 1));
      default -> Map.of();
    };
  }
}
