package dev.drover.api.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Finds `metadata.namespace` and `metadata.name` of a JSON object while its bytes pass by, in
/// constant memory: for objects that are too large to be kept.
///
/// The place of the two fields does not matter: API servers write `metadata` of built-in kinds
/// first, and sort the fields of custom resources by name. One thread; one value.
final class JsonKeyScan {
  private static final int LONGEST = 512; // bytes; names end at 253 characters

  private final byte[] text = new byte[LONGEST]; // the last string, without its quotes
  private int length;
  private boolean isWhole; // `text` is the last string, and nothing but white space came after it
  private int depth;
  private boolean inString;
  private boolean escaped; // the last byte was a backslash that escapes the next one
  private boolean inMetadata; // at depth 2 or deeper
  private String topField = "";
  private String field = ""; // of metadata
  private String namespace = "";
  private String name = "";

  /// The next bytes of the value.
  void read(byte[] buf, int from, int to) {
    for (int i = from; i < to; i++) {
      byte c = buf[i];
      if (inString) {
        string(c);
      } else {
        structure(c);
      }
    }
  }

  private void string(byte c) {
    if (!escaped && c == '"') {
      inString = false;
      isWhole = length <= LONGEST;
      return;
    }
    escaped = !escaped && c == '\\';
    if (isWanted()) {
      if (length < LONGEST) {
        text[length] = c;
      }
      length = Math.min(length + 1, LONGEST + 1);
    }
  }

  /// Whether strings here may be the name of a field, or a value that is looked for.
  private boolean isWanted() {
    return depth == 1 || (depth == 2 && inMetadata);
  }

  private void structure(byte c) {
    switch (c) {
      case '"' -> {
        inString = true;
        isWhole = false;
        length = 0;
      }
      case '{', '[' -> {
        isWhole = false;
        depth++;
        if (depth == 2) {
          inMetadata = c == '{' && topField.equals("metadata");
        }
      }
      case '}', ']' -> {
        endOfValue();
        depth--;
        inMetadata &= depth >= 2;
      }
      case ':' -> fieldName();
      case ',' -> endOfValue();
      default -> {}
    }
  }

  private void fieldName() {
    if (depth == 1) {
      topField = string();
    } else if (depth == 2 && inMetadata) {
      field = string();
    }
    isWhole = false;
  }

  private void endOfValue() {
    if (depth == 2 && inMetadata && isWhole) {
      switch (field) {
        case "name" -> name = string();
        case "namespace" -> namespace = string();
        default -> {}
      }
    }
    isWhole = false;
  }

  /// The last string; empty if it is too long to be of interest.
  private String string() {
    if (!isWhole) {
      return "";
    }
    for (int i = 0; i < length; i++) {
      if (text[i] == '\\') {
        return unescaped();
      }
    }
    return new String(text, 0, length, StandardCharsets.UTF_8);
  }

  private String unescaped() {
    byte[] quoted = new byte[length + 2];
    Arrays.fill(quoted, (byte) '"');
    System.arraycopy(text, 0, quoted, 1, length);
    try {
      return JsonReader.over(quoted, 0, quoted.length, 1).string();
    } catch (WireException e) {
      return ""; // no JSON string, so no name
    }
  }

  /// Namespace and name, as [WireException#key].
  String key() {
    return name.isEmpty() || namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
