package dev.drover.model.generator;

import dev.drover.schema.TypeEntry;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A class of the model.
///
/// @param entry what the table says
/// @param folder where the class goes, as in the table
/// @param number what the package's factory knows the class by
/// @param fields the fields, by slot
/// @param kind the kind that the class stands for, or null for a part of an object
record StructModel(
    TypeEntry entry, String folder, int number, List<FieldModel> fields, @Nullable KindModel kind) {
  String name() {
    return entry.simpleName();
  }

  /// The name by which fields refer to the class.
  String reference() {
    return folder + "." + name();
  }

  String javaPackage() {
    return JavaNames.javaPackage(folder);
  }

  /// The full name of the class.
  String javaName() {
    return javaPackage() + "." + name();
  }

  Optional<FieldModel> field(String jsonName) {
    return fields.stream().filter(field -> field.entry().name().equals(jsonName)).findFirst();
  }

  /// The field `metadata`, where it is that of an object or of a template for objects.
  Optional<FieldModel> metadata() {
    return field("metadata").filter(field -> field.base().equals("meta/v1.ObjectMeta"));
  }
}
