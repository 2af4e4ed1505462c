package dev.drover.schema;

import dev.drover.api.GroupVersionKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Writes bodies of any kind as JSON text: mostly of the right types, with unknown fields, fields
/// that come twice and values of wrong types here and there.
final class RandomBody {
  private static final String[] JUNK = {
    "null",
    "true",
    "1",
    "-1",
    "1.5",
    "1e3",
    "99999999999",
    "99999999999999999999",
    "1e400",
    "[]",
    "{}",
    "[1]",
    "{\"a\":1}",
    "\"\"",
    "\"abc\"",
    "[[]]",
    "[null]",
    "\"1\"",
    "0.0"
  };
  private static final String[] TEXTS = {
    "\"a\"", "\"web-0\"", "\"gr\u00f6\u00dfe\"", "\"\\u00e9\\n\"", "\"1\""
  };
  private static final String[] QUANTITIES = {
    "\"1\"",
    "\"500m\"",
    "\"1.5Gi\"",
    "1",
    "0.5",
    "\"1e3\"",
    "\" 1 \"",
    "\"0\"",
    "\"100Ki\"",
    "\"+1\"",
    "\"12E\"",
    "\"1x\"",
    "\"\"",
    "\"1KiB\"",
    "\"1..5\""
  };
  private static final String[] TIMES = {
    "\"2024-05-06T07:08:09Z\"",
    "\"2024-05-06T07:08:09.5+02:00\"",
    "\"2024-05-06T7:08:09Z\"",
    "\"2024-13-06T07:08:09Z\"",
    "\"2024-02-30T07:08:09Z\"",
    "\"2024-02-03T07:08:09\"",
    "\"\"",
    "\"2024-02-03T07:08:09,1Z\"",
    "\"2024-02-03T07:08:09ZZ\"",
    "\"2024-02-03t07:08:09Z\"",
    "\"0001-01-01T00:00:00Z\"",
    "\"2024-02-03T07:08:09+25:00\"",
    "\"2024-02-03T27:08:09Z\""
  };
  private static final String[] MICRO_TIMES = {
    "\"2024-05-06T07:08:09.000001Z\"",
    "\"2024-05-06T07:08:09.123456+02:00\"",
    "\"2024-05-06T07:08:09Z\"",
    "\"2024-05-06T07:08:09.1234567Z\"",
    "\"2024-05-06T07:08:09.12Z\""
  };
  private static final String[] BYTES = {
    "\"\"",
    "\"AAEC\"",
    "\"AA==\"",
    "\"AAE=\"",
    "\"AA=\"",
    "\"A\"",
    "\"AA=A\"",
    "\"AA==A\"",
    "\"!A==\"",
    "\"AA\\nEC\"",
    "[1,2]",
    "[256]",
    "\"AAE\"",
    "\"\u00e9\""
  };

  private final Random random;
  private final int mistakes; // of a thousand values
  private int budget;

  RandomBody(Random random, int mistakes) {
    this.random = random;
    this.mistakes = mistakes;
  }

  String next(GroupVersionKind gvk, Structure.Fields type, int size) {
    budget = size;
    String head = "{\"apiVersion\":\"" + gvk.apiVersion() + "\",\"kind\":\"" + gvk.kind() + "\"";
    String body = struct(type, 0);
    return body.equals("{}") ? head + "}" : head + "," + body.substring(1);
  }

  private String struct(Structure.Fields type, int depth) {
    List<Map.Entry<String, Structure.Member>> members = new ArrayList<>(type.members().entrySet());
    members.removeIf(
        member ->
            depth == 0 && (member.getKey().equals("apiVersion") || member.getKey().equals("kind")));
    Collections.shuffle(members, random);
    int chance = 5 + random.nextInt(60);
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, Structure.Member> member : members) {
      if (budget > 0 && depth < 10 && random.nextInt(100) < chance) {
        budget--;
        parts.add(part(member.getKey(), field(Slot.of(type, member.getValue()), depth)));
        if (isMistake()) {
          parts.add(part(member.getKey(), field(Slot.of(type, member.getValue()), depth)));
        }
      }
    }
    if (isMistake()) {
      parts.add(part("foo" + random.nextInt(3), junk()));
    }
    return "{" + String.join(random.nextBoolean() ? "," : " ,\n", parts) + "}";
  }

  private static String part(String name, String value) {
    return "\"" + name + "\":" + value;
  }

  private boolean isMistake() {
    return random.nextInt(1000) < mistakes;
  }

  private String junk() {
    return JUNK[random.nextInt(JUNK.length)];
  }

  /// A number that no double holds is refused where it would have to be kept, unlike Go.
  private String rawJunk() {
    return junk().replace("1e400", "1e300");
  }

  private String field(Slot slot, int depth) {
    if (isMistake()) {
      return slot.structure() instanceof Structure.Anything ? rawJunk() : junk();
    }
    return switch (slot.container()) {
      case VALUE, POINTER -> value(slot, depth);
      case LIST -> items(slot.item(), depth, "[", "]", false);
      case MAP -> items(slot.item(), depth, "{", "}", true);
    };
  }

  private String items(Slot item, int depth, String open, String close, boolean keys) {
    List<String> parts = new ArrayList<>();
    for (int n = mistakes == 0 ? 1 + random.nextInt(2) : random.nextInt(3); n > 0; n--) {
      budget--;
      String value = isMistake() ? rawJunk() : value(item, depth);
      parts.add(keys ? part("k" + random.nextInt(3), value) : value);
    }
    return open + String.join(",", parts) + close;
  }

  private String value(Slot slot, int depth) {
    if (slot.structure() instanceof Structure.Fields type) {
      return struct(type, depth + 1);
    }
    if (slot.jsonForm() != null) {
      return random.nextInt(3) == 0 ? rawJunk() : struct(slot.owner(), depth + 1);
    }
    return switch (slot.base()) {
      case "string" -> TEXTS[random.nextInt(TEXTS.length)];
      case "bool" -> String.valueOf(random.nextBoolean());
      case "int32", "int64" -> String.valueOf(random.nextInt(100));
      case "double" -> random.nextBoolean() ? "1.5" : "3";
      case "intorstring" -> random.nextBoolean() ? "\"50%\"" : "80";
      case "quantity" -> pick(QUANTITIES, 8);
      case "time" -> pick(TIMES, 3);
      case "microtime" -> pick(MICRO_TIMES, 2);
      case "bytes" -> pick(BYTES, 4);
      case "extravalue" -> "[\"a\"]";
      default -> rawJunk();
    };
  }

  /// Mostly one of the first, which are right.
  private String pick(String[] values, int right) {
    return values[random.nextInt(isMistake() ? values.length : right)];
  }
}
