package dev.drover.crd;

import dev.drover.api.JsonTree;
import dev.drover.api.RawExtension;
import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An OpenAPI v3 document of the kinds that definitions define, in the form in which API servers
/// have it: for editors, for generators of clients, for [Validator#ofOpenApi].
///
/// ```java
/// Files.writeString(Path.of("openapi.json"), OpenApiDocument.of(Crd.of(Shop.class)).toJson());
/// ```
public final class OpenApiDocument {
  private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
  private static final String KIND = "x-kubernetes-group-version-kind";
  private static final Map<String, Object> NAME =
      Map.of("name", "name", "in", "path", "required", true, "schema", Map.of("type", "string"));
  private static final Map<String, Object> NAMESPACE =
      Map.of(
          "name", "namespace", "in", "path", "required", true, "schema", Map.of("type", "string"));

  private final Map<String, Object> schemas = new TreeMap<>();
  private final Map<String, Object> paths = new TreeMap<>();

  private OpenApiDocument() {
    schemas.put(
        META + "ObjectMeta", Map.of("type", "object", "description", "Standard object metadata."));
    schemas.put(
        META + "ListMeta", Map.of("type", "object", "description", "Standard list metadata."));
  }

  /// The document of definitions: every version that is served.
  public static OpenApiDocument of(Crd... definitions) {
    return of(List.of(definitions));
  }

  /// The document of definitions: every version that is served.
  public static OpenApiDocument of(List<Crd> definitions) {
    OpenApiDocument document = new OpenApiDocument();
    for (Crd crd : definitions) {
      for (Crd.Version version : crd.versions()) {
        if (version.isServed()) {
          document.add(crd, version);
        }
      }
    }
    return document;
  }

  /// The document as a JSON tree.
  public Map<String, @Nullable Object> tree() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.0.0");
    document.put("info", Map.of("title", "Kubernetes custom resources", "version", "v1"));
    document.put("paths", paths);
    document.put("components", Map.of("schemas", schemas));
    return JsonTree.copyOf(document);
  }

  /// The document in JSON.
  public String toJson() {
    return new String(RawExtension.ofTree(tree()).raw().toByteArray(), StandardCharsets.UTF_8);
  }

  private void add(Crd crd, Crd.Version version) {
    Map<String, Object> kind =
        Map.of("group", crd.group(), "version", version.name(), "kind", crd.kind());
    String name = name(crd, version.name(), crd.kind());
    Map<String, @Nullable Object> schema = new LinkedHashMap<>(version.schema());
    Map<String, @Nullable Object> properties = new LinkedHashMap<>();
    if (schema.get("properties") instanceof Map<?, ?> own) {
      own.forEach((field, of) -> properties.put(String.valueOf(field), of));
    }
    properties.put("metadata", reference(META + "ObjectMeta"));
    schema.put("properties", properties);
    schema.put(KIND, List.of(kind));
    schemas.put(name, schema);
    addList(crd, version, name);
    addPaths(crd, version, name, kind);
  }

  private void addList(Crd crd, Crd.Version version, String item) {
    String kind = crd.toObject().text("spec", "names", "listKind").orElse(crd.kind() + "List");
    Map<String, Object> text = Map.of("type", "string");
    schemas.put(
        name(crd, version.name(), kind),
        Map.of(
            "type",
            "object",
            "required",
            List.of("items"),
            "properties",
            Map.of(
                "apiVersion",
                text,
                "kind",
                text,
                "metadata",
                reference(META + "ListMeta"),
                "items",
                Map.of("type", "array", "items", reference(item))),
            KIND,
            List.of(Map.of("group", crd.group(), "version", version.name(), "kind", kind))));
  }

  private void addPaths(Crd crd, Crd.Version version, String schema, Map<String, Object> kind) {
    boolean isNamespaced = crd.scope() == Scope.NAMESPACED;
    String base = "/apis/" + crd.group() + "/" + version.name() + "/";
    String all = base + (isNamespaced ? "namespaces/{namespace}/" : "") + crd.plural();
    List<Map<String, Object>> place = isNamespaced ? List.of(NAMESPACE) : List.of();
    paths.put(all, operations(place, kind, schema, Map.of("get", "list", "post", "post")));
    List<Map<String, Object>> one = new ArrayList<>(place);
    one.add(NAME);
    Map<String, String> verbs =
        Map.of("get", "get", "put", "put", "patch", "patch", "delete", "delete");
    paths.put(all + "/{name}", operations(one, kind, schema, verbs));
    if (version.hasSubresource("status")) {
      paths.put(
          all + "/{name}/status",
          operations(one, kind, schema, Map.of("get", "get", "put", "put", "patch", "patch")));
    }
  }

  private static Map<String, Object> operations(
      List<Map<String, Object>> parameters,
      Map<String, Object> kind,
      String schema,
      Map<String, String> verbs) {
    Map<String, Object> operations = new TreeMap<>();
    operations.put("parameters", parameters);
    Map<String, Object> content = Map.of("application/json", Map.of("schema", reference(schema)));
    verbs.forEach(
        (verb, action) -> {
          Map<String, Object> operation = new LinkedHashMap<>();
          operation.put(KIND, kind);
          operation.put("x-kubernetes-action", action);
          if (verb.equals("post") || verb.equals("put")) {
            operation.put("requestBody", Map.of("content", content, "required", true));
          }
          operation.put(
              "responses", Map.of("200", Map.of("description", "OK", "content", content)));
          operations.put(verb, operation);
        });
    return operations;
  }

  private static Map<String, Object> reference(String name) {
    return Map.of("$ref", "#/components/schemas/" + name);
  }

  /// The group backwards, as Kubernetes names schemas: `dev.example.v1.Shop`.
  private static String name(Crd crd, String version, String kind) {
    List<String> parts = new ArrayList<>(List.of(crd.group().split("\\.", -1)));
    Collections.reverse(parts);
    return String.join(".", parts) + "." + version + "." + kind;
  }
}
