package dev.drover.crd.source;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The types of libraries that a file may name, and those that it does name.
final class Imports {
  /// No record of a definition is called like one of these.
  static final List<String> SIMPLE_NAMES =
      List.of(
          "AllowNull",
          "AllowedValues",
          "Atomic",
          "Boolean",
          "Bytes",
          "CustomResource",
          "Default",
          "Description",
          "Double",
          "EmbeddedResource",
          "HasStatus",
          "IntOrString",
          "Integer",
          "Kind",
          "KubernetesObject",
          "List",
          "ListKeys",
          "ListSet",
          "Long",
          "Map",
          "Maximum",
          "Minimum",
          "MultipleOf",
          "Name",
          "NullMarked",
          "Nullable",
          "Object",
          "ObjectMeta",
          "Pattern",
          "PreserveUnknownFields",
          "PrinterColumn",
          "Quantity",
          "RawExtension",
          "Record",
          "Required",
          "Rule",
          "Scale",
          "SchemaPart",
          "Scope",
          "SelectableField",
          "Size",
          "String",
          "StringFormat");

  private final Set<String> used = new TreeSet<>();

  void use(String name) {
    used.add(name);
  }

  Collection<String> used() {
    return used;
  }
}
