package dev.drover.server.openapi;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.openapi.Operation.Parameter;
import dev.drover.server.openapi.Operation.PathItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes operations in one of the two versions of OpenAPI.
final class DocumentWriter {
  private static final List<String> FORMATS =
      List.of("application/json", "application/vnd.kubernetes.protobuf", "application/yaml");
  private static final List<String> PATCHES =
      List.of(
          "application/apply-patch+yaml",
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/strategic-merge-patch+json");
  private static final List<String> CUSTOM_FORMATS =
      List.of("application/json", "application/yaml");
  private static final List<String> CUSTOM_PATCHES =
      List.of(
          "application/apply-patch+yaml",
          "application/json-patch+json",
          "application/merge-patch+json");
  private static final List<String> STREAMS =
      List.of("application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch");

  private final OpenApiVersion dialect;

  DocumentWriter(OpenApiVersion dialect) {
    this.dialect = dialect;
  }

  Map<String, @Nullable Object> path(PathItem item) {
    Map<String, @Nullable Object> path = new LinkedHashMap<>();
    for (Operation operation : item.operations()) {
      path.put(operation.method(), operation(operation));
    }
    path.put("parameters", item.parameters().stream().map(this::parameter).toList());
    return path;
  }

  private Map<String, @Nullable Object> operation(Operation operation) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    out.put("operationId", operation.id());
    List<Map<String, @Nullable Object>> parameters = new ArrayList<>();
    operation.parameters().forEach(parameter -> parameters.add(parameter(parameter)));
    String body = operation.body();
    if (dialect == OpenApiVersion.V2) {
      out.put("consumes", consumed(operation));
      out.put("produces", produced(operation));
      if (body != null) {
        parameters.addFirst(bodyParameter(operation, body));
      }
    } else if (body != null) {
      out.put("requestBody", requestBody(operation, body));
    }
    if (!parameters.isEmpty()) {
      out.put("parameters", parameters);
    }
    out.put("responses", responses(operation));
    out.put("x-kubernetes-action", operation.action());
    out.put("x-kubernetes-group-version-kind", kind(operation.kind()));
    return out;
  }

  private static Map<String, @Nullable Object> kind(GroupVersionKind kind) {
    Map<String, @Nullable Object> name = new LinkedHashMap<>();
    name.put("group", kind.group());
    name.put("version", kind.version());
    name.put("kind", kind.kind());
    return name;
  }

  private Map<String, @Nullable Object> parameter(Parameter parameter) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    out.put("name", parameter.name());
    out.put("in", parameter.isInPath() ? "path" : "query");
    if (parameter.isInPath()) {
      out.put("required", true);
    }
    Map<String, @Nullable Object> type = new LinkedHashMap<>();
    type.put("type", parameter.type());
    type.put("uniqueItems", true);
    if (dialect == OpenApiVersion.V2) {
      out.putAll(type);
    } else {
      out.put("schema", type);
    }
    return out;
  }

  private static boolean needsBody(Operation operation) {
    return !operation.method().equals("delete");
  }

  private Map<String, @Nullable Object> bodyParameter(Operation operation, String body) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    out.put("name", "body");
    out.put("in", "body");
    if (needsBody(operation)) {
      out.put("required", true);
    }
    out.put("schema", dialect.reference(body));
    return out;
  }

  private Map<String, @Nullable Object> requestBody(Operation operation, String body) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    out.put("content", content(consumed(operation), dialect.reference(body)));
    if (needsBody(operation)) {
      out.put("required", true);
    }
    return out;
  }

  private static Map<String, @Nullable Object> content(List<String> types, Object schema) {
    Map<String, @Nullable Object> content = new LinkedHashMap<>();
    types.forEach(type -> content.put(type, Map.of("schema", schema)));
    return content;
  }

  /// Clients choose the format of a patch by this list: kubectl sends a strategic merge patch where
  /// it is offered.
  private static List<String> consumed(Operation operation) {
    if (operation.isCustom()) {
      return operation.isPatch() ? CUSTOM_PATCHES : CUSTOM_FORMATS;
    }
    return operation.isPatch() ? PATCHES : List.of("*/*");
  }

  private static List<String> produced(Operation operation) {
    if (operation.isCustom()) {
      return CUSTOM_FORMATS;
    }
    if (operation.action().equals("connect")) {
      return List.of("*/*");
    }
    List<String> types = new ArrayList<>(FORMATS);
    if (operation.isList()) {
      types.addAll(STREAMS);
    }
    return types;
  }

  private Map<String, @Nullable Object> responses(Operation operation) {
    String result = operation.result();
    Map<String, @Nullable Object> schema =
        result == null ? new LinkedHashMap<>(Map.of("type", "string")) : dialect.reference(result);
    Map<String, @Nullable Object> responses = new LinkedHashMap<>();
    for (int code : operation.codes()) {
      Map<String, @Nullable Object> response = new LinkedHashMap<>();
      response.put("description", code == 200 ? "OK" : code == 201 ? "Created" : "Accepted");
      if (dialect == OpenApiVersion.V2) {
        response.put("schema", schema);
      } else {
        response.put("content", content(produced(operation), schema));
      }
      responses.put(String.valueOf(code), response);
    }
    responses.put("401", Map.of("description", "Unauthorized"));
    return responses;
  }
}
