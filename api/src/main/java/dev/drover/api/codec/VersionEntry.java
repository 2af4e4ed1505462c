package dev.drover.api.codec;

import dev.drover.api.CustomResource;
import dev.drover.api.JsonTree;
import dev.drover.api.Kind;
import dev.drover.api.crd.PrinterColumn;
import dev.drover.api.crd.Scale;
import dev.drover.api.crd.SelectableField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The entry of one version in a CustomResourceDefinition, read from a record.
final class VersionEntry {
  private final Map<String, Object> entry = new LinkedHashMap<>();
  private final List<Map<String, Object>> columns = new ArrayList<>();
  private final List<Map<String, Object>> selectable = new ArrayList<>();
  private final Map<String, Object> scale = new LinkedHashMap<>();

  VersionEntry(String name) {
    entry.put("name", name);
    entry.put("served", true);
    entry.put("storage", true);
  }

  VersionEntry with(String name, Object value) {
    entry.put(name, value);
    return this;
  }

  Map<String, @Nullable Object> tree() {
    return JsonTree.copyOf(entry);
  }

  static Map<String, @Nullable Object> of(RecordType<?> type, Kind<?> kind) {
    VersionEntry version = new VersionEntry(kind.gvk().version());
    AnnotatedPlace root = AnnotatedPlace.of(type.record);
    root.find(CustomResource.class).ifPresent(version::facts);
    Map<String, Object> schema = TypeSchema.ofRoot(type, version::field);
    version.with("schema", Map.of("openAPIV3Schema", schema));
    root.find(Scale.class).ifPresent(scale -> version.scale(scale, schema, root));
    for (PrinterColumn column : root.all(PrinterColumn.class)) {
      version.columnOfRecord(column, root);
    }
    for (ForeignAnnotation foreign : root.foreign()) {
      version.foreignOfRecord(foreign);
    }
    for (SelectableField field : root.all(SelectableField.class)) {
      version.select(
          field.value(), schemaAt(schema, field.value(), "@SelectableField", root), root);
    }
    return version.complete(kind).tree();
  }

  private void facts(CustomResource resource) {
    entry.put("served", resource.served());
    entry.put("storage", resource.storage());
    if (resource.deprecated() || !resource.deprecationWarning().isEmpty()) {
      entry.put("deprecated", true);
    }
    if (!resource.deprecationWarning().isEmpty()) {
      entry.put("deprecationWarning", resource.deprecationWarning());
    }
  }

  private VersionEntry complete(Kind<?> kind) {
    Map<String, Object> subresources = new LinkedHashMap<>();
    if (kind.hasSubresource("status")) {
      subresources.put("status", Map.of());
    }
    if (!scale.isEmpty()) {
      subresources.put("scale", scale);
    }
    putUnlessEmpty("subresources", subresources, subresources.isEmpty());
    putUnlessEmpty("additionalPrinterColumns", columns, columns.isEmpty());
    putUnlessEmpty("selectableFields", selectable, selectable.isEmpty());
    return this;
  }

  private void putUnlessEmpty(String name, Object value, boolean isEmpty) {
    if (!isEmpty) {
      entry.put(name, value);
    }
  }

  private void field(AnnotatedPlace place, @Nullable String path, Map<String, Object> schema) {
    for (PrinterColumn column : place.all(PrinterColumn.class)) {
      if (!column.jsonPath().isEmpty()) {
        throw place.wrong(
            "@PrinterColumn on a component has no jsonPath: it follows from the place");
      }
      String type = column.type().isEmpty() ? columnType(schema) : column.type();
      column(
          heading(column.name(), place),
          type,
          simplePath(path, "@PrinterColumn", place),
          column.format(),
          column.description(),
          column.priority());
    }
    for (SelectableField field : place.all(SelectableField.class)) {
      if (!field.value().isEmpty()) {
        throw place.wrong("@SelectableField on a component has no path: it follows from the place");
      }
      select(simplePath(path, "@SelectableField", place), schema, place);
    }
    place.foreign().forEach(foreign -> foreignOfField(foreign, place, path, schema));
  }

  private void foreignOfField(
      ForeignAnnotation foreign,
      AnnotatedPlace place,
      @Nullable String path,
      Map<String, Object> schema) {
    switch (foreign.name()) {
      case "fabric8:PrinterColumn" ->
          column(
              heading(foreign.text("name"), place),
              columnType(schema),
              simplePath(path, "@PrinterColumn", place),
              foreign.text("format"),
              "",
              foreign.number("priority"));
      case "fabric8:SelectableField" ->
          select(simplePath(path, "@SelectableField", place), schema, place);
      case "fabric8:SpecReplicas" ->
          scale.put("specReplicasPath", simplePath(path, "@SpecReplicas", place));
      case "fabric8:StatusReplicas" ->
          scale.put("statusReplicasPath", simplePath(path, "@StatusReplicas", place));
      case "fabric8:LabelSelector" ->
          scale.put("labelSelectorPath", simplePath(path, "@LabelSelector", place));
      default -> {}
    }
  }

  private void foreignOfRecord(ForeignAnnotation foreign) {
    if (foreign.name().equals("fabric8:AdditionalPrinterColumn")) {
      column(
          foreign.text("name"),
          foreign.text("type").toLowerCase(Locale.ROOT),
          foreign.text("jsonPath"),
          foreign.text("format").toLowerCase(Locale.ROOT).replace("none", ""),
          foreign.text("description"),
          foreign.number("priority"));
    } else if (foreign.name().equals("fabric8:AdditionalSelectableField")) {
      selectable.add(Map.of("jsonPath", foreign.text("jsonPath")));
    }
  }

  private static String heading(String name, AnnotatedPlace place) {
    if (!name.isEmpty()) {
      return name;
    }
    String component = place.where().substring(place.where().lastIndexOf('.') + 1);
    return component.substring(0, 1).toUpperCase(Locale.ROOT) + component.substring(1);
  }

  private static String simplePath(@Nullable String path, String name, AnnotatedPlace place) {
    if (path == null) {
      throw place.wrong(
          name
              + " is inside of a list, map or union, where no single path leads: write it on the"
              + " record of the kind, with the path");
    }
    return path;
  }

  private static String columnType(Map<String, Object> schema) {
    if ("date-time".equals(schema.get("format"))) {
      return "date";
    }
    return switch (String.valueOf(schema.get("type"))) {
      case "integer" -> "integer";
      case "number" -> "number";
      case "boolean" -> "boolean";
      default -> "string";
    };
  }

  private void columnOfRecord(PrinterColumn column, AnnotatedPlace root) {
    if (column.jsonPath().isEmpty() || column.name().isEmpty()) {
      throw root.wrong(
          "@PrinterColumn on a record needs name and jsonPath, such as name = \"Age\", jsonPath ="
              + " \".metadata.creationTimestamp\", type = \"date\"");
    }
    column(
        column.name(),
        column.type().isEmpty() ? "string" : column.type(),
        column.jsonPath(),
        column.format(),
        column.description(),
        column.priority());
  }

  private void column(
      String name, String type, String path, String format, String description, int priority) {
    Map<String, Object> column = new LinkedHashMap<>();
    column.put("name", name);
    column.put("type", type);
    column.put("jsonPath", path);
    if (!format.isEmpty()) {
      column.put("format", format);
    }
    if (!description.isEmpty()) {
      column.put("description", description);
    }
    if (priority != 0) {
      column.put("priority", (long) priority);
    }
    columns.add(column);
  }

  private void select(String path, Map<?, ?> schema, AnnotatedPlace place) {
    if (!List.of("string", "boolean", "integer").contains(schema.get("type"))) {
      throw place.wrong("@SelectableField is for text, booleans and whole numbers");
    }
    selectable.add(Map.of("jsonPath", path));
  }

  private void scale(Scale written, Map<String, Object> schema, AnnotatedPlace root) {
    requireType(schema, written.specReplicas(), "specReplicas", "integer", root);
    requireType(schema, written.statusReplicas(), "statusReplicas", "integer", root);
    scale.put("specReplicasPath", written.specReplicas());
    scale.put("statusReplicasPath", written.statusReplicas());
    if (!written.selector().isEmpty()) {
      requireType(schema, written.selector(), "selector", "string", root);
      scale.put("labelSelectorPath", written.selector());
    }
  }

  private static void requireType(
      Map<String, Object> schema, String path, String name, String type, AnnotatedPlace root) {
    Map<?, ?> at = schemaAt(schema, path, "@Scale: " + name, root);
    if (!type.equals(at.get("type"))) {
      throw root.wrong("@Scale: %s %s is no %s".formatted(name, path, type));
    }
  }

  private static Map<?, ?> schemaAt(
      Map<String, Object> schema, String path, String name, AnnotatedPlace root) {
    if (!path.startsWith(".")) {
      throw root.wrong(name + " needs a path such as \".spec.replicas\", got \"" + path + "\"");
    }
    Map<?, ?> at = schema;
    for (String step : path.substring(1).split("\\.", -1)) {
      if (!(at.get("properties") instanceof Map<?, ?> properties
          && properties.get(step) instanceof Map<?, ?> below)) {
        throw root.wrong("%s %s: there is no field '%s'".formatted(name, path, step));
      }
      at = below;
    }
    return at;
  }
}
