package dev.drover.model.generator;

import dev.drover.schema.FieldType.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Writes the class of a struct.
final class StructWriter {
  private final Model model;
  private final StructModel struct;
  private final JavaFile file;
  private final String name;

  StructWriter(Model model, StructModel struct) {
    this.model = model;
    this.struct = struct;
    this.name = struct.name();
    this.file =
        new JavaFile(
            struct.javaPackage(),
            model.structsIn(struct.javaPackage()).stream()
                .map(StructModel::name)
                .collect(Collectors.toSet()));
  }

  String write() {
    file.doc(Docs.summary(model, struct));
    file.doc("");
    file.doc(Docs.reference(model, struct));
    file.open("public final class " + name + " extends " + codec("Struct") + interfaces());
    type();
    KindModel kind = struct.kind();
    if (kind != null) {
      file.line("");
      file.doc("This kind, for everything that handles objects of any kind.");
      file.line(
          "public static final %1$s<%2$s> KIND = %1$s.of(%2$s.class, TYPE, \"%3$s\");"
              .formatted(api("Kind"), name, kind.line()));
    }
    creation();
    if (kind != null) {
      named(kind);
    }
    struct.fields().forEach(this::accessor);
    new BuilderWriter(model, struct, file).write();
    file.close();
    return file.text();
  }

  private String api(String type) {
    return file.use(JavaNames.API_PACKAGE + "." + type);
  }

  private String codec(String type) {
    return file.use(JavaNames.CODEC_PACKAGE + "." + type);
  }

  private String interfaces() {
    if (struct.kind() == null) {
      return "";
    }
    List<String> interfaces = new ArrayList<>(List.of(api("KubernetesObject")));
    status()
        .ifPresent(
            status ->
                interfaces.add(api("HasStatus") + "<" + file.use(status.type().name()) + ">"));
    return " implements " + String.join(", ", interfaces);
  }

  private Optional<FieldModel> status() {
    return struct.field("status").filter(FieldModel::isStruct);
  }

  private void type() {
    file.doc("The fields, for the codecs.");
    String form = struct.entry().jsonForm();
    String end = form == null ? ");" : ", \"" + form + "\");";
    String head =
        "public static final %1$s<%2$s> TYPE = new %1$s<>(Types.INSTANCE, %3$d, \"%4$s\", "
            .formatted(codec("StructType"), name, struct.number(), struct.reference());
    if (struct.fields().isEmpty()) {
      file.line(head + "\"\"" + end);
      return;
    }
    file.line(head + "\"\"\"");
    struct.fields().forEach(field -> file.line("    " + field.line()));
    file.line("    \"\"\"" + end);
  }

  private void creation() {
    file.line("");
    file.open("private " + name + "(long present, Object[] values)");
    file.line("super(present, values);");
    file.close();
    file.line("");
    file.line(
        "// Declared to return any struct, so that the factory can be verified without loading this"
            + " class.");
    file.open("static Struct create(long present, Object[] values)");
    file.line("return new " + name + "(present, values);");
    file.close();
    file.line("");
    file.line("@Override");
    file.open("protected StructType<" + name + "> structType()");
    file.line("return TYPE;");
    file.close();
    file.method(
        "A builder with nothing set.",
        "public static Builder builder()",
        "return new Builder(TYPE.empty());");
    file.method(
        "A builder that starts from this value.",
        "public Builder toBuilder()",
        "return new Builder(this);");
    file.method(
        "A changed copy.",
        "public " + name + " with(" + file.use("java.util.function.Consumer") + "<Builder> change)",
        "Builder builder = toBuilder();",
        "change.accept(builder);",
        "return builder.build();");
  }

  private void named(KindModel kind) {
    if (kind.isNamespaced()) {
      file.method(
          "An object of which only namespace and name are set.",
          "public static " + name + " named(String namespace, String name)",
          "return builder().namespace(namespace).name(name).build();");
    } else {
      file.method(
          "An object of which only the name is set.",
          "public static " + name + " named(String name)",
          "return builder().name(name).build();");
    }
  }

  private void accessor(FieldModel field) {
    file.line("");
    file.doc(Docs.field(field));
    if (struct.kind() != null
        && (struct.metadata().equals(Optional.of(field)) || status().equals(Optional.of(field)))) {
      file.line("@Override");
    }
    file.open("public " + returned(field) + " " + field.name() + "()");
    file.line("return " + read(field) + ";");
    file.close();
  }

  private String returned(FieldModel field) {
    String primitive = field.type().primitive();
    return switch (field.container()) {
      case LIST -> file.use("java.util.List") + "<" + item(field) + ">";
      case MAP -> file.use("java.util.Map") + "<String, " + item(field) + ">";
      case POINTER -> file.useNullable(field.type().name());
      case VALUE ->
          primitive != null
              ? primitive
              : field.isNullable() ? file.useNullable(field.type().name()) : item(field);
    };
  }

  private String item(FieldModel field) {
    String type = file.use(field.type().name());
    return field.base().equals("extravalue") ? type + "<String>" : type;
  }

  private String read(FieldModel field) {
    int slot = field.slot();
    if (field.container() == Container.LIST
        || field.base().equals("extravalue") && field.isScalar()) {
      return "list(" + slot + ")";
    }
    if (field.container() == Container.MAP) {
      return "map(" + slot + ")";
    }
    if (field.isNullable()) {
      return "get(" + slot + ")";
    }
    if (field.isStruct()) {
      return "struct(%d, %s.TYPE)".formatted(slot, file.use(field.type().name()));
    }
    String reader = field.type().reader();
    return (reader == null ? "text" : reader) + "(" + slot + ")";
  }
}
