package dev.drover.crd.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes the components of a record, and of the records inside of it.
///
/// All records of a kind are siblings, nested in the record of the kind: deep nesting would make
/// names of class files that are too long. Two fields with the same properties share a record.
final class RecordText {
  /// Beyond that a class file cannot name its nested classes.
  private static final int MAX_RECORDS = 10_000;

  private final Imports imports;
  private final TypeChoice types;
  private final TypeChoice.Losses losses;
  private final JavaNames names;
  private final Map<Map<String, @Nullable Object>, String> known = new LinkedHashMap<>();
  private final List<String> bodies = new ArrayList<>();

  RecordText(String kind, Imports imports, TypeChoice.Losses losses) {
    this.imports = imports;
    this.losses = losses;
    this.types = new TypeChoice(imports, this::record, losses);
    List<String> used = new ArrayList<>(Imports.SIMPLE_NAMES);
    used.add(kind);
    this.names = JavaNames.ofTypes(used);
  }

  /// The source of the nested records.
  List<String> bodies() {
    return bodies;
  }

  private String record(Map<String, @Nullable Object> schema, List<String> path) {
    Map<String, @Nullable Object> shape = new LinkedHashMap<>();
    shape.put("properties", Trees.map(schema.get("properties")));
    shape.put("required", Set.copyOf(Trees.texts(schema.get("required"))));
    String before = known.get(shape);
    if (before != null) {
      return before;
    }
    if (known.size() >= MAX_RECORDS) {
      throw new IllegalArgumentException(
          "the definition has more than " + MAX_RECORDS + " different objects, too many for Java");
    }
    String name = names.type(typePath(path));
    known.put(shape, name);
    int place = bodies.size();
    bodies.add("");
    bodies.set(
        place,
        "  public record "
            + name
            + "("
            + String.join(",", components(schema, path, "      ", JavaNames.ofComponents(false)))
            + ") {}\n");
    return name;
  }

  /// The fields whose names make the name of a type: items and values are called like their list.
  private static List<String> typePath(List<String> path) {
    List<String> named = new ArrayList<>(path.stream().filter(part -> !part.equals("[]")).toList());
    named.replaceAll(part -> part.equals("{}") ? "value" : part);
    if (path.getLast().equals("[]") && !named.isEmpty()) {
      named.set(named.size() - 1, singular(named.getLast()));
    }
    return named;
  }

  private static String singular(String name) {
    if (name.endsWith("ies") && name.length() > 4) {
      return name.substring(0, name.length() - 3) + "y";
    } else if (name.endsWith("sses") || name.endsWith("xes") || name.endsWith("ches")) {
      return name.substring(0, name.length() - 2);
    }
    boolean isPlural = name.endsWith("s") && !name.endsWith("ss") && !name.endsWith("us");
    return isPlural && name.length() > 2 ? name.substring(0, name.length() - 1) : name;
  }

  /// One text for each property, beginning on a line of its own.
  List<String> components(
      Map<String, @Nullable Object> schema, List<String> path, String indent, JavaNames own) {
    Set<String> required = Set.copyOf(Trees.texts(schema.get("required")));
    List<String> components = new ArrayList<>();
    Trees.map(schema.get("properties"))
        .forEach(
            (name, property) -> {
              List<String> below = new ArrayList<>(path);
              below.add(name);
              Component component =
                  component(name, Trees.map(property), required.contains(name), below, own, indent);
              components.add("\n" + indent + component.text());
            });
    return components;
  }

  /// @param type the Java type without annotations
  record Component(String type, String text) {}

  Component component(
      String json,
      Map<String, @Nullable Object> schema,
      boolean isRequired,
      List<String> path,
      JavaNames own,
      String indent) {
    boolean mayBeNull = Boolean.TRUE.equals(schema.get("nullable"));
    JavaType type = isRequired && mayBeNull ? types.nullableRequired() : types.of(schema, path);
    Map<String, @Nullable Object> base = new LinkedHashMap<>(type.base());
    List<String> annotations = new ArrayList<>();
    if (isKeyed(schema, type)) {
      for (String keyword : List.of("x-kubernetes-list-type", "x-kubernetes-list-map-keys")) {
        base.put(keyword, schema.get(keyword));
      }
      imports.use("dev.drover.api.ListKeys");
      annotations.add("@ListKeys(" + literals(schema.get("x-kubernetes-list-map-keys")) + ")");
    }
    annotations.addAll(
        Keywords.annotations(schema, base, true, imports, indent, what -> losses.lost(path, what)));
    String name = own.component(json);
    if (!JavaNames.jsonName(name).equals(json)) {
      imports.use("dev.drover.api.Name");
      annotations.addFirst("@Name(" + JavaText.literal(json, indent + "    ") + ")");
    }
    boolean isOptional = !isRequired && !type.isContainer();
    if (isRequired && (type.isContainer() || schema.containsKey("default"))) {
      imports.use("dev.drover.api.crd.Required");
      annotations.add("@Required");
    }
    if (isOptional) {
      imports.use("org.jspecify.annotations.Nullable");
      annotations.add("@Nullable");
    }
    String written = isRequired && !type.primitive().isEmpty() ? type.primitive() : type.name();
    return new Component(type.name(), layout(annotations, written + " " + name, indent));
  }

  /// Short annotations share a line with the component.
  private static String layout(List<String> annotations, String component, String indent) {
    StringBuilder out = new StringBuilder();
    for (String annotation : annotations) {
      boolean isShort = annotation.length() <= 24 && annotation.indexOf('\n') < 0;
      out.append(annotation).append(isShort ? " " : "\n" + indent);
    }
    return out + component;
  }

  private static boolean isKeyed(Map<String, @Nullable Object> schema, JavaType type) {
    List<String> keys = Trees.texts(schema.get("x-kubernetes-list-map-keys"));
    Map<String, @Nullable Object> items = Trees.map(schema.get("items"));
    return "map".equals(schema.get("x-kubernetes-list-type"))
        && type.name().startsWith("List<")
        && !type.name().endsWith("RawExtension>")
        && !keys.isEmpty()
        && keys.size() == Trees.list(schema.get("x-kubernetes-list-map-keys")).size()
        && keys.stream().noneMatch(key -> key.indexOf(',') >= 0)
        && isRequiredOrDefaulted(items, keys);
  }

  /// What a definition made from `@ListKeys` says of the keys.
  private static boolean isRequiredOrDefaulted(
      Map<String, @Nullable Object> items, List<String> keys) {
    Map<String, @Nullable Object> properties = Trees.map(items.get("properties"));
    List<String> required = Trees.texts(items.get("required"));
    return keys.stream()
        .allMatch(
            key ->
                properties.containsKey(key)
                    && (required.contains(key)
                        || Trees.map(properties.get(key)).containsKey("default")));
  }

  private static String literals(@Nullable Object texts) {
    List<String> literals =
        Trees.texts(texts).stream().map(text -> JavaText.literal(text, "          ")).toList();
    return literals.size() == 1 ? literals.getFirst() : "{" + String.join(", ", literals) + "}";
  }
}
