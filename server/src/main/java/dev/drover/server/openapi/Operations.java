package dev.drover.server.openapi;

import static dev.drover.server.openapi.Operation.Parameter.path;
import static dev.drover.server.openapi.Operation.Parameter.query;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry.Subresource;
import dev.drover.server.core.Resource;
import dev.drover.server.openapi.Operation.Parameter;
import dev.drover.server.openapi.Operation.PathItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The paths and operations of one resource.
final class Operations {
  private static final List<Parameter> LIST =
      List.of(
          query("allowWatchBookmarks", "boolean"),
          query("continue", "string"),
          query("fieldSelector", "string"),
          query("labelSelector", "string"),
          query("limit", "integer"),
          query("resourceVersion", "string"),
          query("resourceVersionMatch", "string"),
          query("sendInitialEvents", "boolean"),
          query("shardSelector", "string"),
          query("timeoutSeconds", "integer"),
          query("watch", "boolean"));
  private static final List<Parameter> WRITE =
      List.of(
          query("dryRun", "string"),
          query("fieldManager", "string"),
          query("fieldValidation", "string"));
  private static final List<Parameter> PATCH = with(WRITE, query("force", "boolean"));
  private static final List<Parameter> DELETE =
      List.of(
          query("dryRun", "string"),
          query("gracePeriodSeconds", "integer"),
          query("ignoreStoreReadErrorWithClusterBreakingPotential", "boolean"),
          query("orphanDependents", "boolean"),
          query("propagationPolicy", "string"));
  private static final List<Parameter> DELETE_COLLECTION = deleteCollection();
  private static final Parameter PRETTY = query("pretty", "string");
  private static final String STATUS = SchemaNames.META + "Status";
  private static final String DELETE_OPTIONS = SchemaNames.META + "DeleteOptions";
  private static final String PATCH_BODY = SchemaNames.META + "Patch";

  /// TypeKinds that are what is sent to a stream, and no objects.
  static final Set<String> CONNECTIONS =
      Set.of(
          "NodeProxyOptions",
          "PodAttachOptions",
          "PodExecOptions",
          "PodPortForwardOptions",
          "PodProxyOptions",
          "ServiceProxyOptions");

  private final Resource resource;
  private final String name; // of the schema
  private final String root;
  private final List<PathItem> paths = new ArrayList<>();

  private Operations(Resource resource) {
    this.resource = resource;
    this.name = SchemaNames.of(resource);
    this.root =
        (resource.gvr().group().isEmpty() ? "/api/" : "/apis/" + resource.gvr().group() + "/")
            + resource.gvr().version()
            + "/";
  }

  /// All paths of a resource with what can be done there.
  static List<PathItem> of(Resource resource) {
    Operations operations = new Operations(resource);
    operations.collection();
    operations.item();
    resource.subresources().forEach(operations::subresource);
    return resource.isCustom()
        ? operations.paths.stream().map(Operations::ofCustom).toList()
        : operations.paths;
  }

  /// The differences of custom resources, which another part of kube-apiserver documents.
  private static PathItem ofCustom(PathItem item) {
    List<Operation> operations = new ArrayList<>();
    for (Operation operation : item.operations()) {
      operations.add(
          switch (operation.action()) {
            case "get" -> operation.withParameters(List.of(query("resourceVersion", "string")));
            case "patch" -> operation.withCodes(List.of(200));
            case "deletecollection" -> operation.withParameters(LIST).withoutBody();
            default -> operation;
          });
    }
    return new PathItem(item.path(), item.parameters(), operations);
  }

  private static List<Parameter> with(List<Parameter> parameters, Parameter... more) {
    List<Parameter> all = new ArrayList<>(parameters);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }

  private static List<Parameter> deleteCollection() {
    List<Parameter> all = new ArrayList<>(DELETE);
    LIST.stream()
        .filter(p -> !p.name().equals("allowWatchBookmarks") && !p.name().equals("watch"))
        .forEach(all::add);
    return List.copyOf(all);
  }

  private void collection() {
    String base = namespaced("") + resource.gvr().resource();
    List<Operation> here = new ArrayList<>();
    if (has("list")) {
      here.add(operation("get", "list", id("list", "", ""), LIST, null, list(), 200));
    }
    if (has("create")) {
      here.add(operation("post", "post", id("create", "", ""), WRITE, name, name, 200, 201, 202));
    }
    if (has("deletecollection")) {
      here.add(
          operation(
              "delete",
              "deletecollection",
              id("delete", "Collection", ""),
              DELETE_COLLECTION,
              DELETE_OPTIONS,
              STATUS,
              200));
    }
    add(base, resource.namespaced() ? List.of(path("namespace"), PRETTY) : List.of(PRETTY), here);
    if (resource.namespaced() && has("list")) {
      String everywhere = "list" + group() + resource.gvk().kind() + "ForAllNamespaces";
      add(
          root + resource.gvr().resource(),
          List.of(PRETTY),
          List.of(operation("get", "list", everywhere, LIST, null, list(), 200)));
    }
  }

  private void item() {
    List<Operation> here = new ArrayList<>();
    if (has("get")) {
      here.add(operation("get", "get", id("read", "", ""), List.of(), null, name, 200));
    }
    if (has("update")) {
      here.add(operation("put", "put", id("replace", "", ""), WRITE, name, name, 200, 201));
    }
    if (has("delete")) {
      boolean isShown = resource.strategy().deletion().returnsObject();
      String result = isShown ? name : STATUS;
      here.add(
          operation(
              "delete", "delete", id("delete", "", ""), DELETE, DELETE_OPTIONS, result, 200, 202));
    }
    if (has("patch")) {
      here.add(operation("patch", "patch", id("patch", "", ""), PATCH, PATCH_BODY, name, 200, 201));
    }
    add(itemPath(), itemParameters(), here);
  }

  private void subresource(Subresource sub) {
    String suffix = upper(sub.name());
    boolean isConnection = CONNECTIONS.contains(sub.kind().kind());
    String schema =
        isConnection || sub.name().equals("log")
            ? null
            : SchemaNames.ofKind(sub.kind()).orElse(name);
    List<Operation> here = new ArrayList<>();
    for (String verb : sub.verbs()) {
      String method = METHODS.getOrDefault(verb, verb);
      here.add(
          isConnection
              ? of(method, "connect", id("connect", upper(method), suffix), sub.kind())
              : forVerb(verb, suffix, sub.kind(), schema));
    }
    add(itemPath() + "/" + sub.name(), itemParameters(), here);
  }

  private static final Map<String, String> METHODS = Map.of("update", "put", "create", "post");

  private static Operation of(String method, String action, String id, GroupVersionKind kind) {
    return new Operation(method, id, action, kind, List.of(), null, null, List.of(200), false);
  }

  private Operation forVerb(
      String verb, String suffix, GroupVersionKind kind, @Nullable String schema) {
    return switch (verb) {
      case "get" ->
          new Operation(
              "get",
              id("read", "", suffix),
              "get",
              kind,
              List.of(),
              null,
              schema,
              List.of(200),
              resource.isCustom());
      case "update" ->
          new Operation(
              "put",
              id("replace", "", suffix),
              "put",
              kind,
              WRITE,
              schema,
              schema,
              List.of(200, 201),
              resource.isCustom());
      case "patch" ->
          new Operation(
              "patch",
              id("patch", "", suffix),
              "patch",
              kind,
              PATCH,
              PATCH_BODY,
              schema,
              List.of(200, 201),
              resource.isCustom());
      case "create" ->
          new Operation(
              "post",
              id("create", "", suffix),
              "post",
              kind,
              WRITE,
              schema,
              schema,
              List.of(200, 201, 202),
              resource.isCustom());
      default -> throw new IllegalStateException("no operation for " + verb);
    };
  }

  private Operation operation(
      String method,
      String action,
      String id,
      List<Parameter> parameters,
      @Nullable String body,
      String result,
      Integer... codes) {
    return new Operation(
        method,
        id,
        action,
        resource.gvk(),
        parameters,
        body,
        result,
        List.of(codes),
        resource.isCustom());
  }

  private void add(String path, List<Parameter> parameters, List<Operation> operations) {
    if (!operations.isEmpty()) {
      paths.add(new PathItem(path, parameters, List.copyOf(operations)));
    }
  }

  private boolean has(String verb) {
    return resource.verbs().contains(verb);
  }

  private String list() {
    return SchemaNames.ofList(resource);
  }

  private String namespaced(String otherwise) {
    return resource.namespaced() ? root + "namespaces/{namespace}/" : root + otherwise;
  }

  private String itemPath() {
    return namespaced("") + resource.gvr().resource() + "/{name}";
  }

  private List<Parameter> itemParameters() {
    return resource.namespaced()
        ? List.of(path("name"), path("namespace"), PRETTY)
        : List.of(path("name"), PRETTY);
  }

  /// `deleteAppsV1CollectionNamespacedDeployment`, `connectCoreV1GetNamespacedPodExec`.
  private String id(String verb, String infix, String suffix) {
    return verb
        + group()
        + infix
        + (resource.namespaced() ? "Namespaced" : "")
        + resource.gvk().kind()
        + suffix;
  }

  private String group() {
    String group = resource.gvr().group();
    String short_ = group.endsWith(".k8s.io") ? group.substring(0, group.length() - 7) : group;
    String camel =
        Arrays.stream(short_.split("\\.")).map(Operations::upper).collect(Collectors.joining());
    return (group.isEmpty() ? "Core" : camel) + upper(resource.gvr().version());
  }

  private static String upper(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
