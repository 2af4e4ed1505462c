package dev.drover.model.generator;

import dev.drover.api.GroupVersionKind;
import java.util.List;
import java.util.Set;

/// Writes the files of the model as a whole: the module and the list of all kinds.
final class RootWriter {
  private final Model model;

  RootWriter(Model model) {
    this.model = model;
  }

  String moduleInfo() {
    StringBuilder exports = new StringBuilder();
    model.packages().forEach(name -> exports.append("  exports ").append(name).append(";\n"));
    return """
    /// The built-in kinds of Kubernetes %s as immutable values, one package per group and version.
    module dev.drover.model {
      requires static transitive org.jspecify;
      requires transitive dev.drover.api;

      exports dev.drover.model;
    %s}
    """
        .formatted(model.minorRelease(), exports);
  }

  String packageInfo() {
    return """
    /// All kinds of the model by name; the kinds themselves are in a package per group and version.
    @NullMarked
    package dev.drover.model;

    import org.jspecify.annotations.NullMarked;
    """;
  }

  String kinds() {
    JavaFile file = new JavaFile(JavaNames.ROOT_PACKAGE, Set.of());
    String kind = file.useNullable("dev.drover.api.Kind") + "<?>";
    String gvk = file.use("dev.drover.api.GroupVersionKind");
    String list = file.use("java.util.List") + "<" + gvk + ">";
    file.doc("The built-in kinds of Kubernetes %s by name.".formatted(model.minorRelease()));
    String source = file.use(JavaNames.CODEC_PACKAGE + ".KindSource");
    file.open("public final class Kubernetes implements " + source);
    file.line("private static final " + list + " KINDS =");
    file.line("    List.of(");
    file.line("        " + String.join(",\n          ", newNames(gvk)) + ");");
    file.line("");
    file.doc("All kinds of the model. A kind is loaded when it is asked for, not before.");
    file.open("public Kubernetes()");
    file.close();
    file.line("");
    file.line("@Override");
    file.open("public " + kind + " find(" + gvk + " kind)");
    file.open("return switch (kind.apiVersion() + \" \" + kind.kind())");
    for (StructModel struct : model.kinds()) {
      GroupVersionKind name = nameOf(struct);
      file.line(
          "case \"%s %s\" -> %s.KIND;"
              .formatted(name.apiVersion(), name.kind(), struct.javaName()));
    }
    file.line("default -> null;");
    file.close("};");
    file.close();
    file.line("");
    file.line("@Override");
    file.open("public " + list + " kinds()");
    file.line("return KINDS;");
    file.close();
    file.close();
    return file.text();
  }

  private List<String> newNames(String gvk) {
    return model.kinds().stream()
        .map(RootWriter::nameOf)
        .map(
            name ->
                "new %s(\"%s\", \"%s\", \"%s\")"
                    .formatted(gvk, name.group(), name.version(), name.kind()))
        .toList();
  }

  private static GroupVersionKind nameOf(StructModel struct) {
    KindModel kind = struct.kind();
    if (kind == null) {
      throw new IllegalArgumentException(struct.reference() + " is no kind");
    }
    return kind.gvk();
  }
}
