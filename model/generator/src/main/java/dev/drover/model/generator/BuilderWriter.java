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
    if (field.base().equals("extravalue")) {
      setter(field, file.use("java.util.List") + "<String>", "setList(%d, %s);");
      return;
    }
    String type = file.use(field.type().name());
    String primitive = field.type().primitive();
    if (field.isNullable()) {
      setter(field, file.useNullable(field.type().name()), "set(%d, %s);");
    } else {
      setter(field, primitive == null ? type : primitive, "set(%d, %s);");
    }
    if (field.isStruct()) {
      method(
          "Edits `" + field.entry().name() + "`.",
          field.name() + "(" + consumer(type) + " change)",
          "set(%1$d, struct(%1$d, %2$s.TYPE).with(change));".formatted(field.slot(), type));
    }
    moreSetters(field, type);
  }

  /// Setters that take what people write: `30` for a Long, `"500m"` for a quantity.
  private void moreSetters(FieldModel field, String type) {
    switch (field.base()) {
      case "int64", "double" -> {
        if (field.isNullable()) {
          setter(field, field.base().equals("int64") ? "long" : "double", "set(%d, %s);");
        }
      }
      case "quantity" -> setter(field, "String", "set(%d, " + type + ".parse(%s));");
      case "intorstring" -> {
        setter(field, "int", "set(%d, " + type + ".of(%s));");
        setter(field, "String", "set(%d, " + type + ".of(%s));");
      }
      default -> {}
    }
  }

  /// A method that sets a field; the lines are about its slot and its name.
  private void setter(FieldModel field, String parameter, String... lines) {
    method(
        "Sets `" + field.entry().name() + "`.",
        field.name() + "(" + parameter + " " + field.name() + ")",
        Arrays.stream(lines)
            .map(line -> line.formatted(field.slot(), field.name()))
            .toArray(String[]::new));
  }

  private void list(FieldModel field) {
    String type = file.use(field.type().name());
    setter(field, file.use("java.util.List") + "<" + type + ">", "setList(%d, %s);");
    if (field.isStruct()) {
      structItems(field, type);
    } else {
      scalarItems(field, type);
    }
  }

  private void scalarItems(FieldModel field, String type) {
    if (field.base().equals("int64")) { // a plain 1 is no Long
      String longs = file.use("java.util.stream.LongStream");
      setter(field, "long...", "setList(%d, " + longs + ".of(%s).boxed().toList());");
    } else {
      setter(field, type + "...", "setList(%d, List.of(%s));");
    }
    String primitive = field.type().primitive();
    method(
        "Adds one to `" + field.entry().name() + "`.",
        "add%s(%s item)"
            .formatted(JavaNames.capital(field.singular()), primitive == null ? type : primitive),
        "add(" + field.slot() + ", item);");
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
                JavaNames.legal(field.singular()),
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
    String map = file.use("java.util.Map");
    String put = "Puts one into `" + field.entry().name() + "`.";
    String one = JavaNames.legal(field.singular()) + "(String key, ";
    if (field.base().equals("extravalue")) {
      String list = type + "<String>";
      setter(
          field,
          map + "<String, " + list + ">",
          "setMap(%d, " + map + ".of());",
          "%2$s.forEach(this::" + JavaNames.legal(field.singular()) + ");"); // copies each list
      method(put, one + list + " value)", "put(" + slot + ", key, List.copyOf(value));");
      return;
    }
    setter(field, map + "<String, " + type + ">", "setMap(%d, %s);");
    method(put, one + type + " value)", "put(" + slot + ", key, value);");
    if (field.base().equals("quantity")) {
      method(put, one + "String value)", "put(%d, key, %s.parse(value));".formatted(slot, type));
    }
    if (field.isStruct()) {
      method(
          "Puts one into `" + field.entry().name() + "`, starting from nothing.",
          one + consumer(type) + " change)",
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
            "Makes `owner` the controller of the object; `owner` must be in its namespace, or"
                + " cluster-scoped.",
            "ownedBy(" + file.use("dev.drover.api.KubernetesObject") + " owner)",
            "metadata",
            "ownedBy(owner)");
        shortcut(
            "Adds `owner` as a plain owner, which is not the controller.",
            "alsoOwnedBy(" + file.use("dev.drover.api.KubernetesObject") + " owner)",
            "metadata",
            "alsoOwnedBy(owner)");
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
}
