package dev.drover.server.openapi;

import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.schema.FieldEntry;
import dev.drover.schema.FieldEntry.Merge;
import dev.drover.schema.FieldType.Container;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TypeEntry;
import dev.drover.server.core.Resource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The schemas of a document: those that were asked for, and all that they refer to.
final class Schemas {
  private static final SchemaTable TABLE = SchemaTable.builtIn();
  private static final String JSON =
      "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON";
  private static final String RAW = "io.k8s.apimachinery.pkg.runtime.RawExtension";

  private final OpenApiVersion dialect;
  private final Map<String, Map<String, @Nullable Object>> byName = new TreeMap<>();
  private final Deque<String> wanted = new ArrayDeque<>(); // types of the table

  Schemas(OpenApiVersion dialect) {
    this.dialect = dialect;
  }

  /// All schemas by name.
  Map<String, Map<String, @Nullable Object>> all() {
    while (!wanted.isEmpty()) {
      addType(wanted.remove());
    }
    return byName;
  }

  /// The objects and lists of a resource, and the bodies of its subresources.
  void add(Resource resource) {
    if (resource.custom().isPresent()) {
      addCustom(resource);
    } else {
      KindEntry kind = TABLE.kind(resource.gvk()).orElseThrow();
      addBuiltIn(kind);
      if (kind.listType() != null) {
        wanted.add(kind.listType());
      }
    }
    resource.subresources().stream()
        .filter(sub -> !Operations.CONNECTIONS.contains(sub.kind().kind()))
        .forEach(sub -> TABLE.object(sub.kind()).ifPresent(object -> wanted.add(object.type())));
  }

  /// The objects of a built-in kind.
  void addBuiltIn(KindEntry kind) {
    wanted.add(kind.type());
  }

  /// What the operations of resources need beside their own schemas.
  void addCommon(List<Resource> resources) {
    Set<String> verbs = new HashSet<>();
    resources.forEach(resource -> verbs.addAll(resource.verbs()));
    resources.forEach(r -> r.subresources().forEach(sub -> verbs.addAll(sub.verbs())));
    if (verbs.contains("patch")) {
      byName.put(SchemaNames.META + "Patch", object());
    }
    if (verbs.contains("delete")) {
      wanted.add("meta/v1.Status");
      addEverywhere("DeleteOptions", resources);
    }
    if (verbs.contains("watch")) {
      addEverywhere("WatchEvent", resources);
    }
  }

  /// A kind that belongs to every version.
  private void addEverywhere(String kind, List<Resource> resources) {
    addType("meta/v1." + kind);
    Set<String> versions = new TreeSet<>(List.of("v1"));
    resources.forEach(resource -> versions.add(resource.gvr().groupVersion().toString()));
    List<GroupVersionKind> kinds =
        versions.stream()
            .map(version -> GroupVersion.parse(version).withKind(kind))
            .sorted(
                Comparator.comparing(GroupVersionKind::group)
                    .thenComparing(GroupVersionKind::version))
            .toList();
    Objects.requireNonNull(byName.get(SchemaNames.META + kind))
        .put("x-kubernetes-group-version-kind", names(kinds));
  }

  private static Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    return schema;
  }

  /// The objects and lists of a custom resource.
  void addCustom(Resource resource) {
    String name = SchemaNames.of(resource);
    wanted.add("meta/v1.ObjectMeta");
    wanted.add("meta/v1.ListMeta");
    byName.put(name, new CustomSchema(dialect, resource).schema());
    byName.put(SchemaNames.ofList(resource), new CustomSchema(dialect, resource).listSchema());
  }

  static List<Map<String, @Nullable Object>> names(List<GroupVersionKind> kinds) {
    List<Map<String, @Nullable Object>> names = new ArrayList<>();
    for (GroupVersionKind kind : kinds) {
      Map<String, @Nullable Object> name = new LinkedHashMap<>();
      name.put("group", kind.group());
      name.put("kind", kind.kind());
      name.put("version", kind.version());
      names.add(name);
    }
    return names;
  }

  private void addType(String type) {
    String name = SchemaNames.ofType(type);
    if (byName.containsKey(name)) {
      return;
    }
    TypeEntry entry = TABLE.type(type).orElseThrow();
    Map<String, @Nullable Object> schema = object();
    byName.put(name, schema);
    if (entry.jsonForm() != null) {
      schema.clear(); // anything
      return;
    }
    Map<String, @Nullable Object> properties = new TreeMap<>();
    List<String> required = new ArrayList<>();
    Map<String, List<?>> enums = TypeFacts.enums(name);
    for (FieldEntry field : entry.fields()) {
      Map<String, @Nullable Object> property = property(field);
      if (enums.containsKey(field.name())) {
        innermost(property).put("enum", enums.get(field.name()));
      }
      if (type.equals(MetadataTexts.TYPE)) {
        MetadataTexts.describe(field.name(), property);
      }
      properties.put(field.name(), property);
      if (field.required()) {
        required.add(field.name());
      }
    }
    List<GroupVersionKind> kinds = TypeKinds.of(type);
    if (!kinds.isEmpty()) {
      if (!entry.simpleName().equals("WatchEvent")) {
        properties.putAll(CustomSchema.withKind(Map.of()));
      }
      schema.put("x-kubernetes-group-version-kind", names(kinds));
    }
    if (AtomicTypes.contains(type)) {
      schema.put("x-kubernetes-map-type", "atomic");
    }
    put(schema, "x-kubernetes-unions", TypeFacts.unions(name));
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    if (!properties.isEmpty()) {
      schema.put("properties", properties);
    }
  }

  /// The schema of the items of a list or map, of anything else itself.
  @SuppressWarnings("unchecked") // schemas are made here
  private static Map<String, @Nullable Object> innermost(Map<String, @Nullable Object> schema) {
    Object items = schema.getOrDefault("items", schema.get("additionalProperties"));
    return items == null ? schema : (Map<String, @Nullable Object>) items;
  }

  private Map<String, @Nullable Object> property(FieldEntry field) {
    boolean isValue = field.type().container() == Container.VALUE;
    Map<String, @Nullable Object> schema =
        switch (field.type().container()) {
          case VALUE -> single(field, !field.omitEmpty());
          case POINTER -> single(field, false);
          case LIST -> list(single(field, true));
          case MAP -> {
            Map<String, @Nullable Object> map = object();
            map.put("additionalProperties", single(field, true));
            yield map;
          }
        };
    String defaultValue = field.defaultValue();
    if (defaultValue != null && dialect == OpenApiVersion.V3) {
      schema.put("default", RawExtension.ofJson(defaultValue).tree());
    } else if (isValue && field.type().isStruct() && dialect == OpenApiVersion.V3) {
      schema.put("default", Map.of());
    }
    putExtensions(field, schema);
    return schema;
  }

  private static void putExtensions(FieldEntry field, Map<String, @Nullable Object> schema) {
    if (!field.listKeys().isEmpty()) {
      schema.put("x-kubernetes-list-map-keys", field.listKeys());
    }
    put(schema, "x-kubernetes-list-type", lower(field.listType()));
    boolean isMap = field.type().container() == Container.MAP;
    boolean isKnown =
        field.structType() == Merge.ATOMIC && AtomicTypes.contains(field.type().base());
    Merge ofStruct = isKnown ? null : field.structType();
    put(schema, "x-kubernetes-map-type", lower(isMap ? field.mapType() : ofStruct));
    put(schema, "x-kubernetes-patch-merge-key", field.mergeKey());
    Set<String> strategies = field.patchStrategies();
    if (!strategies.isEmpty()) {
      schema.put(
          "x-kubernetes-patch-strategy", String.join(",", strategies.stream().sorted().toList()));
    }
  }

  private static void put(
      Map<String, @Nullable Object> schema, String name, @Nullable Object value) {
    if (value != null) {
      schema.put(name, value);
    }
  }

  private static @Nullable String lower(@Nullable Merge merge) {
    return merge == null ? null : merge.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, @Nullable Object> list(Map<String, @Nullable Object> items) {
    Map<String, @Nullable Object> schema = new LinkedHashMap<>();
    schema.put("type", "array");
    schema.put("items", items);
    return schema;
  }

  /// One value. Version 3 states the zero value that Go would write for one that is not set.
  private Map<String, @Nullable Object> single(FieldEntry field, boolean zero) {
    String base = field.type().base();
    if (field.type().isStruct()) {
      wanted.add(base);
      Map<String, @Nullable Object> schema = dialect.property(SchemaNames.ofType(base));
      boolean isObject = TABLE.type(base).orElseThrow().jsonForm() == null;
      if (zero && isObject && dialect == OpenApiVersion.V3) {
        schema.put("default", Map.of());
      }
      return schema;
    }
    Map<String, @Nullable Object> schema =
        switch (base) {
          case "string" -> scalar("string", "", zero ? "" : null);
          case "bool" -> scalar("boolean", "", zero ? Boolean.FALSE : null);
          case "int32", "int64" -> scalar("integer", base, zero ? Long.valueOf(0) : null);
          case "double" -> scalar("number", "double", null);
          case "bytes" -> scalar("string", "byte", null);
          case "extravalue" -> list(scalar("string", "", ""));
          default -> wellKnown(base);
        };
    return schema;
  }

  private Map<String, @Nullable Object> scalar(String type, String format, @Nullable Object zero) {
    Map<String, @Nullable Object> schema = new LinkedHashMap<>();
    schema.put("type", type);
    put(schema, "format", format.isEmpty() ? null : format);
    put(schema, "default", dialect == OpenApiVersion.V3 ? zero : null);
    return schema;
  }

  /// A type with a name and a form of its own.
  private Map<String, @Nullable Object> wellKnown(String base) {
    String name =
        switch (base) {
          case "time" -> SchemaNames.META + "Time";
          case "microtime" -> SchemaNames.META + "MicroTime";
          case "duration" -> SchemaNames.META + "Duration";
          case "fieldsv1" -> SchemaNames.META + "FieldsV1";
          case "quantity" -> "io.k8s.apimachinery.pkg.api.resource.Quantity";
          case "intorstring" -> "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
          case "raw" -> RAW;
          case "json" -> JSON;
          default -> throw new IllegalStateException("no schema for " + base);
        };
    byName.computeIfAbsent(name, n -> definition(base));
    return dialect.property(name);
  }

  private Map<String, @Nullable Object> definition(String base) {
    return switch (base) {
      case "time", "microtime" -> scalar("string", "date-time", null);
      case "duration" -> scalar("string", "", null);
      case "quantity" -> dialect.oneOf("", "string", "number");
      case "intorstring" -> dialect.oneOf("int-or-string", "integer", "string");
      case "json" -> new LinkedHashMap<>();
      default -> object();
    };
  }
}
