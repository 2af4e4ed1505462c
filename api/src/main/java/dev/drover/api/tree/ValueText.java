package dev.drover.api.tree;

import dev.drover.api.text.PrintableText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prints structs and JSON trees for logs and assertions, without what [Redaction] hides.
public final class ValueText {
  private static final int MAX_LENGTH = 16 * 1024;

  private final StringBuilder out = new StringBuilder();
  private final int maxLength;
  private final String assign; // between name and value
  private final boolean isEscaped; // for logs: texts must not begin a new line

  private ValueText(int maxLength, String assign, boolean isEscaped) {
    this.maxLength = maxLength;
    this.assign = assign;
    this.isEscaped = isEscaped;
  }

  /// The type's name and the present fields, on one line and cut at 16 KB.
  public static String of(String typeName, DeepValue value) {
    ValueText text = new ValueText(MAX_LENGTH, ": ", true);
    text.out.append(typeName);
    text.value(value, 0);
    return text.out.toString();
  }

  /// A list or map of a JSON tree in the form of Java's own lists and maps, whole.
  public static String ofTree(Object tree) {
    ValueText text = new ValueText(Integer.MAX_VALUE, "=", false);
    text.value(tree, 0);
    return text.out.toString();
  }

  /// A JSON tree, on one line and cut at 16 KB.
  public static String ofLongTree(Object tree) {
    ValueText text = new ValueText(MAX_LENGTH, ": ", true);
    text.value(tree, 0);
    return text.out.toString();
  }

  private boolean isFull() {
    return out.length() > maxLength;
  }

  private void value(@Nullable Object value, int depth) {
    if (DeepStack.isUsedUp(depth)) {
      DeepStack.run(depth, () -> print(value, depth));
    } else {
      print(value, depth);
    }
  }

  private void print(@Nullable Object value, int depth) {
    switch (value) {
      case DeepValue fields -> fields(fields, depth);
      case List<?> list -> list(list, depth);
      case Map<?, ?> map -> map(map, depth);
      case String text -> text(text);
      case null, default -> out.append(value);
    }
  }

  private void fields(DeepValue value, int depth) {
    out.append('{');
    value.print(new Fields(depth));
    out.append('}');
  }

  private void list(List<?> list, int depth) {
    out.append('[');
    String separator = "";
    for (Object item : list) {
      out.append(separator);
      separator = ", ";
      if (isFull()) {
        out.append("...");
        break;
      }
      value(item, depth + 1);
    }
    out.append(']');
  }

  private void map(Map<?, ?> map, int depth) {
    out.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      separator = ", ";
      if (isFull()) {
        out.append("...");
        break;
      }
      text(String.valueOf(entry.getKey()));
      out.append(assign);
      if (isHidden(map, entry)) {
        out.append(Redaction.REDACTED);
      } else {
        value(entry.getValue(), depth + 1);
      }
    }
    out.append('}');
  }

  private static boolean isHidden(Map<?, ?> map, Map.Entry<?, ?> entry) {
    if (map instanceof ArrayMap<?> known) {
      return known.hides(entry.getKey(), entry.getValue());
    }
    return Redaction.hides(entry.getKey());
  }

  /// As much of a text as there is room for.
  private void text(String text) {
    int room = Math.max(0, maxLength - out.length());
    String shown = text.length() <= room ? text : text.substring(0, room);
    out.append(isEscaped ? PrintableText.escaped(shown) : shown);
    if (text.length() > room) {
      out.append("...");
    }
  }

  /// Prints the fields of one value, between its braces.
  public final class Fields {
    private final int depth;
    private String separator = "";

    private Fields(int depth) {
      this.depth = depth;
    }

    /// Prints a field; false if the text is full, so that no other field follows.
    public boolean field(String name, Object value, boolean isSecret) {
      out.append(separator).append(name).append(assign);
      separator = ", ";
      if (isSecret) {
        out.append(Redaction.REDACTED);
      } else {
        value(value, depth + 1);
      }
      if (isFull()) {
        out.append(", ...");
        return false;
      }
      return true;
    }

    /// Prints a note on what is there besides the fields.
    public void note(String note) {
      out.append(separator).append(note);
      separator = ", ";
    }
  }
}
