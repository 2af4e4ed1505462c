package dev.drover.api;

import java.util.List;
import java.util.Map;

/// Prints structs for logs and assertions, without what may be secret.
final class StructText {
  static final String REDACTED = "<redacted>";

  /// kubectl keeps a whole copy of the object here: of a Secret, too.
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private static final int MAX_LENGTH = 16 * 1024;

  private final StringBuilder out = new StringBuilder();

  private StructText() {}

  static String of(Struct struct) {
    StructText text = new StructText();
    String name = struct.structType().name();
    text.out.append(name, name.lastIndexOf('.') + 1, name.length());
    text.struct(struct);
    return text.out.toString();
  }

  private void struct(Struct struct) {
    out.append('{');
    String separator = "";
    for (Field field : struct.structType().fields) {
      Object value = struct.slot(field.slot);
      if (value == null) {
        continue;
      }
      out.append(separator).append(field.name).append(": ");
      separator = ", ";
      if (field.secret) {
        out.append(REDACTED);
      } else {
        value(value);
      }
      if (out.length() > MAX_LENGTH) {
        out.append(", ...");
        break;
      }
    }
    if (struct.unknown() != null) {
      out.append(separator).append("unknown fields: ").append(struct.unknown());
    }
    out.append('}');
  }

  private void value(Object value) {
    switch (value) {
      case Struct struct -> struct(struct);
      case List<?> list -> {
        out.append('[');
        for (int i = 0; i < list.size() && out.length() <= MAX_LENGTH; i++) {
          out.append(i == 0 ? "" : ", ");
          value(list.get(i));
        }
        out.append(']');
      }
      case Map<?, ?> map -> map(map);
      case String text -> text(text);
      default -> out.append(value);
    }
  }

  private void map(Map<?, ?> map) {
    out.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      text((String) entry.getKey());
      out.append(": ");
      separator = ", ";
      if (LAST_APPLIED.equals(entry.getKey())) {
        out.append(REDACTED);
      } else {
        value(entry.getValue());
      }
      if (out.length() > MAX_LENGTH) {
        out.append(", ...");
        break;
      }
    }
    out.append('}');
  }

  /// As much of a text as there is room for.
  private void text(String text) {
    int room = Math.max(0, MAX_LENGTH - out.length());
    if (text.length() <= room) {
      out.append(text);
    } else {
      out.append(text, 0, room).append("...");
    }
  }
}
