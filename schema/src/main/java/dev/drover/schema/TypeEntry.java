package dev.drover.schema;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A struct type: one `T` line of the table and the `F` lines below it.
///
/// @param folder the API's folder in Go, such as `core/v1` or `rbac/v1`
/// @param simpleName the name within the folder
/// @param jsonForm for a type that JSON writes in one of two shapes: which two (`schemaOrArray`,
///   `schemaOrBool`, `schemaOrStrings`); the fields are protobuf's
/// @param fields the fields in Go's order
public record TypeEntry(
    String folder, String simpleName, @Nullable String jsonForm, List<FieldEntry> fields) {

  /// The fields are copied.
  public TypeEntry {
    fields = List.copyOf(fields);
  }

  /// The full name, by which fields and kinds refer to a type: `core/v1.PodSpec`.
  public String name() {
    return folder + "." + simpleName;
  }

  /// The field of this JSON name.
  public Optional<FieldEntry> field(String jsonName) {
    return fields.stream().filter(field -> field.name().equals(jsonName)).findFirst();
  }

  /// The fields as the codec wants them: one line each, name, protobuf path, type and the flags
  /// that matter on the wire.
  public String codecLines() {
    return fields.stream().map(FieldEntry::codecLine).collect(Collectors.joining("\n"));
  }
}
