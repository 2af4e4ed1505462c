package dev.drover.schema;

import org.jspecify.annotations.Nullable;

/// The path of a value inside an object, in the notation of Kubernetes: `spec.containers[0].name`,
/// `metadata.annotations[example.com/a]`.
///
/// In Go: {@index field.Path}.
public final class FieldPath {
  /// Above all fields; prints as `<nil>`, as Go does.
  public static final FieldPath ROOT = new FieldPath(null, "");

  private final @Nullable FieldPath parent;
  private final String step; // ".name" or "[index]"

  private FieldPath(@Nullable FieldPath parent, String step) {
    this.parent = parent;
    this.step = step;
  }

  /// A field of the object itself, and fields below it.
  public static FieldPath of(String name, String... below) {
    FieldPath path = ROOT.child(name);
    for (String next : below) {
      path = path.child(next);
    }
    return path;
  }

  /// A field of the struct here.
  public FieldPath child(String name) {
    return new FieldPath(this, name.isEmpty() ? "[]" : "." + name); // as Go prints it
  }

  /// An item of the list here.
  public FieldPath index(int index) {
    return new FieldPath(this, "[" + index + "]");
  }

  /// An entry of the map here.
  public FieldPath key(String key) {
    return new FieldPath(this, "[" + key + "]");
  }

  @Override
  public String toString() {
    if (parent == null) {
      return "<nil>";
    }
    StringBuilder text = new StringBuilder();
    write(text);
    return text.charAt(0) == '.' ? text.substring(1) : text.toString();
  }

  private void write(StringBuilder out) {
    if (parent != null) {
      parent.write(out);
      out.append(step);
    }
  }
}
