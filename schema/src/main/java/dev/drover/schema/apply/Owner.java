package dev.drover.schema.apply;

import dev.drover.schema.GoFormat;
import dev.drover.schema.GoQuoting;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An owner of fields: a manager, and how it came to own them.
///
/// @param apiVersion the version of the objects that an updater wrote; empty for an applier, which
///   is one owner whatever the version
/// @param subresource the path below the object through which it wrote; empty for the object itself
record Owner(String manager, Operation operation, String apiVersion, String subresource)
    implements Comparable<Owner> {
  private static final Comparator<Owner> BY_ID =
      Comparator.comparing(Owner::id, JsonOrder::compareText);

  /// How fields came to be owned.
  enum Operation {
    APPLY("Apply"),
    UPDATE("Update");

    private final String text;

    Operation(String text) {
      this.text = text;
    }

    /// Reads what an entry calls it.
    ///
    /// @throws IllegalArgumentException for anything else
    static Operation parse(String text) {
      return switch (text) {
        case "Apply" -> APPLY;
        case "Update" -> UPDATE;
        default -> throw new IllegalArgumentException("operation must be `Apply` or `Update`");
      };
    }

    @Override
    public String toString() {
      return text;
    }
  }

  Owner {
    apiVersion = operation == Operation.APPLY ? "" : apiVersion;
  }

  /// The text by which Kubernetes tells owners apart and sorts them.
  private String id() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    put(json, "manager", manager);
    put(json, "operation", operation.toString());
    put(json, "apiVersion", apiVersion);
    put(json, "subresource", subresource);
    return GoFormat.json(json);
  }

  private static void put(Map<String, @Nullable Object> json, String name, String value) {
    if (!value.isEmpty()) {
      json.put(name, value);
    }
  }

  @Override
  public int compareTo(Owner other) {
    return BY_ID.compare(this, other);
  }

  /// The owner as messages call it: `"kubectl" with subresource "status" using apps/v1`.
  @Override
  public String toString() {
    String named = GoQuoting.quote(manager);
    String where = subresource.isEmpty() ? "" : " with subresource " + GoQuoting.quote(subresource);
    return named + where + (operation == Operation.UPDATE ? " using " + apiVersion : "");
  }
}
