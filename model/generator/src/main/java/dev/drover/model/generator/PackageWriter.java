package dev.drover.model.generator;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Writes the files of a package other than its classes: the factory and the description.
final class PackageWriter {
  private final Model model;
  private final String javaPackage;
  private final List<StructModel> structs;

  PackageWriter(Model model, String javaPackage) {
    this.model = model;
    this.javaPackage = javaPackage;
    this.structs = model.structsIn(javaPackage);
  }

  String types() {
    JavaFile file = new JavaFile(javaPackage, Set.of());
    String struct = file.use(JavaNames.CODEC_PACKAGE + ".Struct");
    String structType = file.use(JavaNames.CODEC_PACKAGE + ".StructType");
    file.doc("Makes the structs of this package.");
    file.open("final class Types extends " + file.use(JavaNames.CODEC_PACKAGE + ".StructFactory"));
    file.line("static final Types INSTANCE = new Types();");
    file.line("");
    file.line("@Override");
    file.open("protected %s create(int number, long present, Object[] values)".formatted(struct));
    file.open("return switch (number)");
    for (StructModel each : structs) {
      file.line("case %d -> %s.create(present, values);".formatted(each.number(), each.name()));
    }
    file.line("default -> throw new IllegalArgumentException(\"no type has number \" + number);");
    file.close("};");
    file.close();
    file.line("");
    file.line("@Override");
    file.open("protected %s<?> type(String reference)".formatted(structType));
    typeSwitch(file);
    file.close();
    file.close();
    return file.text();
  }

  private void typeSwitch(JavaFile file) {
    String unknown = "throw new IllegalArgumentException(\"no such type: \" + reference);";
    SortedMap<String, String> references = references();
    if (references.isEmpty()) {
      file.line(unknown); // Java has no switch without a case
      return;
    }
    file.open("return switch (reference)");
    references.forEach(
        (reference, javaName) ->
            file.line("case \"%s\" -> %s.TYPE;".formatted(reference, relative(javaName))));
    file.line("default -> " + unknown);
    file.close("};");
  }

  /// The structs that fields in this package refer to.
  private SortedMap<String, String> references() {
    SortedMap<String, String> references = new TreeMap<>();
    for (StructModel struct : structs) {
      for (FieldModel field : struct.fields()) {
        if (field.isStruct() && !field.base().startsWith("meta/v1.")) {
          references.put(field.base(), field.type().name());
        }
      }
    }
    return references;
  }

  private String relative(String javaName) {
    return javaName.startsWith(javaPackage + ".")
        ? javaName.substring(javaPackage.length() + 1)
        : javaName;
  }

  String packageInfo() {
    String version = javaPackage.substring(javaPackage.lastIndexOf('.') + 1);
    String group = model.group(javaPackage);
    return """
    /// The kinds of `%s` and what they are made of.
    @NullMarked
    package %s;

    import org.jspecify.annotations.NullMarked;
    """
        .formatted(group.isEmpty() ? version : group + "/" + version, javaPackage);
  }
}
