package dev.drover.model.generator;

import dev.drover.schema.FieldEntry;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Writes the builder of a struct: what a field can be set to, how the items of a list or map are
/// added or edited, and shortcuts to what is set most often.
final class BuilderWriter {
  private static final String CONSUMER = "java.util.function.Consumer";

  private final Model model;
  private final StructModel struct;
  private final JavaFile file;
  private final Set<String> signatures = new HashSet<>();

  BuilderWriter(Model model, StructModel struct, JavaFile file) {
    this.model = model;
    this.struct = struct;
    this.file = file;
  }

  void write() {
    file.line("");
    file.doc("Builds a [" + struct.name() + "].");
    file.open("public static final class Builder extends Struct.Builder<" + struct.name() + ">");
    file.open("private Builder(" + struct.name() + " from)");
    file.line("super(TYPE, from);");
    file.close();
    for (FieldModel field : struct.fields()) {
      switch (field.container()) {
        case VALUE, POINTER -> one(field);
        case LIST -> list(field);
        case MAP -> map(field);
      }
    }
    shortcuts();
    file.close();
  }

  private void one(FieldModel field) {
    String name = field.name();
    String type = file.use(field.type().name());
    if (field.base().equals("extravalue")) {
      setter(field, type + "<String>", "setList(%d, %s);".formatted(field.slot(), name));
      return;
    }
    String set = "set(%d, %s);".formatted(field.slot(), name);
    String primitive = field.type().primitive();
    if (field.isNullable()) {
      setter(field, file.useNullable(field.type().name()), set);
    } else {
      setter(field, primitive == null ? type : primitive, set);
    }
    if (field.isStruct()) {
      method(
          "Edits `" + field.entry().name() + "`.",
          name + "(" + consumer(type) + " change)",
          "set(%d, struct(%1$d, %2$s.TYPE).with(change));".formatted(field.slot(), type));
      return;
    }
    switch (field.base()) {
      case "int64", "double" -> {
        if (field.isNullable()) {
          setter(field, String.valueOf(primitive), set); // so that a plain 30 is accepted
        }
      }
      case "quantity" -> converting(field, "String", type + ".parse");
      case "intorstring" -> {
        converting(field, "int", type + ".of");
        converting(field, "String", type + ".of");
      }
      default -> {}
    }
  }

  private void setter(FieldModel field, String parameter, String... lines) {
    method(
        "Sets `%s`%s."
            .formatted(
                field.entry().name(),
                field.isNullable() && parameter.contains("@") ? "; null makes it absent" : ""),
        field.name() + "(" + parameter + " " + field.name() + ")",
        lines);
  }

  private void converting(FieldModel field, String parameter, String conversion) {
    setter(field, parameter, "set(%d, %s(%s));".formatted(field.slot(), conversion, field.name()));
  }

  private void list(FieldModel field) {
    String name = field.name();
    String type = file.use(field.type().name());
    setter(
        field,
        file.use("java.util.List") + "<" + type + ">",
        "setList(%d, %s);".formatted(field.slot(), name));
    if (field.isStruct()) {
      structItems(field, type);
    } else {
      scalarItems(field, type);
    }
  }

  private void scalarItems(FieldModel field, String type) {
    boolean isLong = field.base().equals("int64"); // a plain 1 is no Long
    setter(
        field,
        (isLong ? "long" : type) + "...",
        isLong
            ? "setList(%d, %s.of(%s).boxed().toList());"
                .formatted(field.slot(), file.use("java.util.stream.LongStream"), field.name())
            : "setList(%d, %s.of(%s));"
                .formatted(field.slot(), file.use("java.util.List"), field.name()));
    String one = field.singular();
    String primitive = field.type().primitive();
    method(
        "Adds one to `" + field.entry().name() + "`.",
        "add%s(%s %s)"
            .formatted(JavaNames.capital(one), primitive == null ? type : primitive, legal(one)),
        "add(%d, %s);".formatted(field.slot(), legal(one)));
  }

  private void structItems(FieldModel field, String type) {
    String json = field.entry().name();
    String add = "add" + JavaNames.capital(field.singular());
    method(
        "Adds one to `" + json + "`.",
        add + "(" + type + " item)",
        "add(" + field.slot() + ", item);");
    Optional<FieldEntry> key = model.key(field);
    key.ifPresent(by -> keyedItem(field, type, by));
    if (key.isEmpty() || field.entry().listKeys().size() > 1) {
      method(
          "Adds one to `" + json + "`, starting from nothing.",
          add + "(" + consumer(type) + " change)",
          "add(%d, %s.TYPE.empty().with(change));".formatted(field.slot(), type));
    }
  }

  private void keyedItem(FieldModel field, String type, FieldEntry by) {
    JavaType keyType = JavaType.of(by.type().base());
    String key = JavaNames.method(by.name());
    String primitive = keyType.primitive();
    String same = primitive == null ? "%1$s.equals(item.%1$s())" : "item.%1$s() == %1$s";
    method(
        "Edits the item of `%s` with this `%s`; adds it first where there is none."
            .formatted(field.entry().name(), by.name()),
        "%s(%s %s, %s change)"
            .formatted(
                legal(field.singular()),
                primitive == null ? file.use(keyType.name()) : primitive,
                key,
                consumer(type)),
        "%s old = find(%d, item -> %s);".formatted(type, field.slot(), same.formatted(key)),
        "replace(%d, old, (old == null ? %s.builder().%s(%3$s).build() : old).with(change));"
            .formatted(field.slot(), type, key));
  }

  private void map(FieldModel field) {
    int slot = field.slot();
    String type = file.use(field.type().name());
    String one = legal(field.singular());
    String map = file.use("java.util.Map") + "<String, ";
    String doc = "Puts one into `" + field.entry().name() + "`.";
    if (field.base().equals("extravalue")) {
      String list = type + "<String>";
      setter(
          field,
          map + list + ">",
          "setMap(%d, %s.of());".formatted(slot, file.use("java.util.Map")),
          "%s.forEach(this::%s);".formatted(field.name(), one)); // each list is copied
      method(
          doc,
          one + "(String key, " + list + " value)",
          "put(%d, key, List.copyOf(value));".formatted(slot));
      return;
    }
    setter(field, map + type + ">", "setMap(%d, %s);".formatted(slot, field.name()));
    method(doc, one + "(String key, " + type + " value)", "put(" + slot + ", key, value);");
    if (field.base().equals("quantity")) {
      method(
          doc,
          one + "(String key, String value)",
          "put(%d, key, %s.parse(value));".formatted(slot, type));
    }
    if (field.isStruct()) {
      method(
          "Puts one into `" + field.entry().name() + "`, starting from nothing.",
          one + "(String key, " + consumer(type) + " change)",
          "put(%d, key, %s.TYPE.empty().with(change));".formatted(slot, type));
    }
  }

  private void shortcuts() {
    KindModel kind = struct.kind();
    if (struct.metadata().isPresent()) {
      if (kind != null) {
        shortcut("Sets the name.", "name(String name)", "metadata", "name(name)");
        if (kind.isNamespaced()) {
          shortcut(
              "Sets the namespace.",
              "namespace(String namespace)",
              "metadata",
              "namespace(namespace)");
        }
        shortcut(
            "Makes `owner` the controller of the object.",
            "ownedBy(" + file.use("dev.drover.api.KubernetesObject") + " owner)",
            "metadata",
            "ownedBy(owner)");
        shortcut(
            "Adds a finalizer.", "finalizer(String finalizer)", "metadata", "finalizer(finalizer)");
      }
      shortcut("Sets a label.", "label(String key, String value)", "metadata", "label(key, value)");
      shortcut(
          "Sets an annotation.",
          "annotation(String key, String value)",
          "metadata",
          "annotation(key, value)");
    }
    if (struct.fields().stream().anyMatch(field -> field.is("selector", "meta/v1.LabelSelector"))) {
      shortcut(
          "Selects by a label.",
          "matchLabel(String key, String value)",
          "selector",
          "matchLabel(key, value)");
    }
    if (struct.fields().stream().anyMatch(field -> field.is("spec", "core/v1.PodSpec"))) {
      podShortcut("container", "Container");
      podShortcut("initContainer", "Container");
      podShortcut("volume", "Volume");
    }
  }

  private void podShortcut(String item, String type) {
    shortcut(
        "Edits the %s of this name; adds it first where there is none.".formatted(item),
        "%s(String name, %s change)"
            .formatted(item, consumer(file.use("dev.drover.model.core.v1." + type))),
        "spec",
        item + "(name, change)");
  }

  /// A method that edits what is in another field.
  private void shortcut(String doc, String signature, String field, String edit) {
    method(doc, signature, field + "(part -> part." + edit + ");");
  }

  private void method(String doc, String signature, String... lines) {
    if (!signatures.add(signature.replaceAll("<[^>]*>| \\w+(?=[,)])|@Nullable ", ""))) {
      throw new IllegalStateException(struct.reference() + " has two methods " + signature);
    }
    String[] body = Arrays.copyOf(lines, lines.length + 1);
    body[lines.length] = "return this;";
    file.method(doc, "public Builder " + signature, body);
  }

  private String consumer(String type) {
    return file.use(CONSUMER) + "<" + type + ".Builder>";
  }

  /// The singular of a field may be a keyword although the field is none: `ints`.
  private static String legal(String name) {
    return JavaNames.method(name);
  }
}
