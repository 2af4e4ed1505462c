package dev.drover.server.core;

import dev.drover.api.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Finds a field of an object in JSON that this server has written: compact and valid, so that
/// nothing is checked, and nothing but the field is copied.
public final class JsonFields {
  private JsonFields() {}

  /// The value of a field of the outermost object.
  ///
  /// @param name without characters that JSON escapes
  public static Optional<Bytes> find(Bytes object, String name) {
    byte[] json = object.toByteArray();
    byte[] quoted = ('"' + name + '"').getBytes(StandardCharsets.UTF_8);
    int at = 1; // after the brace
    while (json[at] != '}') {
      int colon = endOfString(json, at);
      int end = endOfValue(json, colon + 1);
      if (Arrays.equals(json, at, colon, quoted, 0, quoted.length)) {
        return Optional.of(Bytes.of(json, colon + 1, end));
      }
      at = json[end] == ',' ? end + 1 : end;
    }
    return Optional.empty();
  }

  private static int endOfValue(byte[] json, int start) {
    return switch (json[start]) {
      case '"' -> endOfString(json, start);
      case '{', '[' -> endOfContainer(json, start);
      default -> endOfWord(json, start);
    };
  }

  /// The position after the closing quote.
  private static int endOfString(byte[] json, int start) {
    int at = start + 1;
    while (json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static int endOfContainer(byte[] json, int start) {
    int depth = 0;
    int at = start;
    do {
      switch (json[at]) {
        case '"' -> at = endOfString(json, at) - 1;
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        default -> {
          // part of a number or a word
        }
      }
      at++;
    } while (depth > 0);
    return at;
  }

  private static int endOfWord(byte[] json, int start) {
    int at = start;
    while (json[at] != ',' && json[at] != '}') {
      at++;
    }
    return at;
  }
}
