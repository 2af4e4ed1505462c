package dev.drover.server.rest;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.http.Negotiation;
import dev.drover.server.http.Representation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Converts objects and lists into the format and form that the client requested.
final class Output {
  private final Representation representation;
  private final Tables tables;

  Output(Representation representation, Tables tables) {
    this.representation = representation;
    this.tables = tables;
  }

  static Negotiation.Offer offer(Resource resource) {
    if (resource.isCustom()) {
      return Negotiation.Offer.CUSTOM;
    }
    boolean isOnlyCreated = resource.verbs().equals(List.of("create"));
    return isOnlyCreated ? Negotiation.Offer.NOT_STORED : Negotiation.Offer.BUILT_IN;
  }

  /// Negotiates the format first: a write whose result cannot be represented does not happen.
  ///
  /// @throws ApiError 406 when the client accepts nothing that there is
  static Negotiation.Choice negotiate(Call call, Resource resource) {
    return Negotiation.choose(call.header("accept").orElse(""), offer(resource));
  }

  /// One object.
  ///
  /// @param tree an object with `apiVersion` and `kind`, or a `Status`
  Answer object(
      Call call,
      Resource resource,
      Negotiation.Choice choice,
      int status,
      Map<String, @Nullable Object> tree) {
    return representation.answer(status, transformed(call, resource, choice, tree), choice, call);
  }

  /// A list of objects.
  ///
  /// @param items with `apiVersion` and `kind`
  Answer list(
      Call call,
      Resource resource,
      Negotiation.Choice choice,
      Map<String, @Nullable Object> metadata,
      List<Map<String, @Nullable Object>> items) {
    return representation.answer(
        200, transformedList(call, resource, choice, metadata, items), choice, call);
  }

  /// Whether a list is written without white space, from the bytes of its items.
  boolean isCompact(Call call, Negotiation.Choice choice) {
    boolean isWhole =
        choice.as().isEmpty() || choice.as().get().kind().equals("PartialObjectMetadataList");
    return isWhole
        && switch (choice.media()) {
          case JSON -> !representation.isPretty(call, choice);
          case PROTOBUF -> true;
          case YAML -> false;
        };
  }

  /// A list without items, which are its last field.
  static Map<String, @Nullable Object> emptyList(
      Resource resource, Negotiation.Choice choice, Map<String, @Nullable Object> metadata) {
    GroupVersionKind kind =
        choice.as().orElseGet(() -> resource.gvk().withKind(resource.listKind()));
    boolean isOwn = choice.as().isEmpty();
    return document(
        kind, isOwn && resource.isCustom() ? withContinue(metadata) : metadata, List.of());
  }

  private Map<String, @Nullable Object> transformed(
      Call call, Resource resource, Negotiation.Choice choice, Map<String, @Nullable Object> tree) {
    if (choice.as().isEmpty() || "Status".equals(tree.get("kind"))) {
      return tree;
    }
    GroupVersionKind kind = choice.as().get();
    return switch (kind.kind()) {
      case "PartialObjectMetadata" -> metadataOnly(kind, tree);
      case "PartialObjectMetadataList" ->
          throw notAcceptable(
              "you requested PartialObjectMetadataList, but the requested object is not a list (*"
                  + GoTypeNames.internal(resource.gvk())
                  + ")");
      default -> table(call, resource, kind, version(tree), List.of(tree));
    };
  }

  private Map<String, @Nullable Object> transformedList(
      Call call,
      Resource resource,
      Negotiation.Choice choice,
      Map<String, @Nullable Object> metadata,
      List<Map<String, @Nullable Object>> items) {
    if (choice.as().isPresent()) {
      GroupVersionKind kind = choice.as().get();
      switch (kind.kind()) {
        case "PartialObjectMetadata" ->
            throw notAcceptable(
                "you requested PartialObjectMetadata, but the requested object is a list (*"
                    + GoTypeNames.internal(resource.gvk().withKind(resource.listKind()))
                    + ")");
        case "PartialObjectMetadataList" -> {
          GroupVersionKind item = kind.withKind("PartialObjectMetadata");
          return document(
              kind, metadata, items.stream().map(tree -> metadataOnly(item, tree)).toList());
        }
        default -> {
          return table(call, resource, kind, metadata, items);
        }
      }
    }
    GroupVersionKind listKind = resource.gvk().withKind(resource.listKind());
    return resource.isCustom()
        ? document(listKind, withContinue(metadata), items)
        : document(listKind, metadata, items.stream().map(Output::withoutKind).toList());
  }

  /// Lists that Go has no type for always say where they continue.
  private static Map<String, @Nullable Object> withContinue(
      Map<String, @Nullable Object> metadata) {
    Map<String, @Nullable Object> complete = new LinkedHashMap<>(metadata);
    complete.putIfAbsent("continue", "");
    return complete;
  }

  private Map<String, @Nullable Object> table(
      Call call,
      Resource resource,
      GroupVersionKind kind,
      Map<String, @Nullable Object> metadata,
      List<Map<String, @Nullable Object>> objects) {
    return tables.table(
        resource, kind, metadata, objects, Tables.includedPart(call), !hasNoHeaders(call));
  }

  private static boolean hasNoHeaders(Call call) {
    return Parameters.truth(call, "noHeaders").orElse(false);
  }

  /// The metadata of a table with one row.
  static Map<String, @Nullable Object> version(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    if (object.get("metadata") instanceof Map<?, ?> of) {
      metadata.put("resourceVersion", of.get("resourceVersion"));
    }
    return metadata;
  }

  private static Map<String, @Nullable Object> document(
      GroupVersionKind kind,
      Map<String, @Nullable Object> metadata,
      List<Map<String, @Nullable Object>> items) {
    Map<String, @Nullable Object> list = new LinkedHashMap<>();
    list.put("kind", kind.kind());
    list.put("apiVersion", kind.apiVersion());
    list.put("metadata", metadata);
    list.put("items", items);
    return list;
  }

  static Map<String, @Nullable Object> metadataOnly(
      GroupVersionKind kind, Map<String, @Nullable Object> tree) {
    Map<String, @Nullable Object> partial = new LinkedHashMap<>();
    partial.put("kind", kind.kind());
    partial.put("apiVersion", kind.apiVersion());
    partial.put("metadata", metadata(tree));
    return partial;
  }

  /// Whether metadata alone lacks annotations that the object has.
  static boolean hidesAnnotations(Resource resource) {
    return switch (resource.gvk().kind()) {
      case "DaemonSet", "HorizontalPodAutoscaler" -> true;
      default -> false;
    };
  }

  /// The metadata without the annotations that carry fields which the version does not have: the
  /// real server answers here before it makes them.
  private static @Nullable Object metadata(Map<String, @Nullable Object> tree) {
    Predicate<String> isCarrier =
        switch (tree.get("apiVersion") + " " + tree.get("kind")) {
          case "apps/v1 DaemonSet" -> "deprecated.daemonset.template.generation"::equals;
          case "autoscaling/v1 HorizontalPodAutoscaler" ->
              name -> name.startsWith("autoscaling.alpha.kubernetes.io/");
          default -> name -> false;
        };
    if (!(tree.get("metadata") instanceof Map<?, ?> metadata)
        || TreeNode.view(metadata).at("annotations").map().keySet().stream().noneMatch(isCarrier)) {
      return tree.get("metadata");
    }
    TreeNode changed = TreeNode.copyOf(TreeNode.view(metadata).map());
    changed.at("annotations").map().keySet().removeIf(isCarrier);
    if (changed.at("annotations").map().isEmpty()) {
      changed.remove("annotations");
    }
    return changed.map();
  }

  /// Items of a list do not say what they are: the list does.
  static Map<String, @Nullable Object> withoutKind(Map<String, @Nullable Object> tree) {
    Map<String, @Nullable Object> item = new LinkedHashMap<>(tree);
    item.remove("kind");
    item.remove("apiVersion");
    return item;
  }

  private static ApiError notAcceptable(String message) {
    return ApiError.of(406, "NotAcceptable", message);
  }
}
