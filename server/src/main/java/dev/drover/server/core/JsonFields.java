package dev.drover.server.core;

import dev.drover.api.Bytes;
import java.util.Optional;

/// Finds a field of an object in JSON that this server has written: compact and valid, so that
/// nothing is checked, and nothing but the field is copied.
public final class JsonFields {
  private JsonFields() {}

  /// The value of a field of the outermost object.
  ///
  /// @param name without characters that JSON escapes
  public static Optional<Bytes> find(Bytes object, String name) {
    Bytes quoted = Bytes.ofUtf8('"' + name + '"');
    int at = 1; // after the brace
    while (object.at(at) != '}') {
      int colon = endOfString(object, at);
      int end = endOfValue(object, colon + 1);
      if (object.slice(at, colon).equals(quoted)) {
        return Optional.of(object.slice(colon + 1, end));
      }
      at = object.at(end) == ',' ? end + 1 : end;
    }
    return Optional.empty();
  }

  private static int endOfValue(Bytes json, int start) {
    return switch (json.at(start)) {
      case '"' -> endOfString(json, start);
      case '{', '[' -> endOfContainer(json, start);
      default -> endOfWord(json, start);
    };
  }

  /// The position after the closing quote.
  private static int endOfString(Bytes json, int start) {
    int at = start + 1;
    while (json.at(at) != '"') {
      at += json.at(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static int endOfContainer(Bytes json, int start) {
    int depth = 0;
    int at = start;
    do {
      switch (json.at(at)) {
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

  private static int endOfWord(Bytes json, int start) {
    int at = start;
    while (json.at(at) != ',' && json.at(at) != '}') {
      at++;
    }
    return at;
  }
}
