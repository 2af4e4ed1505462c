package dev.drover.server.rest;

import dev.drover.api.Format;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldError;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.http.MediaType;
import dev.drover.server.http.Negotiation;
import dev.drover.server.storage.ListOptionValidation;
import dev.drover.server.storage.ListPage;
import dev.drover.server.storage.ListQuery;
import dev.drover.server.storage.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lists the objects of a resource.
final class ListHandler implements ResourceEndpoint {
  private final Store store;
  private final Output output;
  private final ObjectBytes bytes;

  ListHandler(Store store, Output output, ObjectBytes bytes) {
    this.store = store;
    this.output = output;
    this.bytes = bytes;
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    Negotiation.Choice choice = Output.negotiate(call, resource);
    ListPage page = store.list(query(call, resource));
    return ObjectBytes.areLasting(resource) && output.isCompact(call, choice)
        ? encoded(resource, choice, page)
        : output.list(call, resource, choice, metadata(page), items(page, resource));
  }

  private Answer encoded(Resource resource, Negotiation.Choice choice, ListPage page) {
    Format format = choice.media() == MediaType.PROTOBUF ? Format.PROTOBUF : Format.JSON;
    Optional<GroupVersionKind> metadata =
        choice.as().map(kind -> kind.withKind("PartialObjectMetadata"));
    return new Answer.Parts(
        200,
        choice.media().text(),
        bytes.list(
            resource,
            format,
            Output.emptyList(resource, choice, metadata(page)),
            metadata,
            page.items()));
  }

  static ListQuery query(Call call, Resource resource) {
    String version = call.parameter("resourceVersion").orElse("");
    String match = call.parameter("resourceVersionMatch").orElse("");
    String token = call.parameter("continue").orElse("");
    long limit = Parameters.number(call, "limit").orElse(0);
    Parameters.number(call, "timeoutSeconds"); // means nothing to a list, but must be one
    requireValid(
        ListOptionValidation.list(
            version, match, token, Parameters.truth(call, "sendInitialEvents").orElse(null)));
    Selection selection = Selection.of(call, resource);
    ListQuery query =
        ListQuery.of(resource.storage().name())
            .in(resource.namespaced() ? call.info().namespace() : "")
            .named(selection.name())
            .at(version, match)
            .limit(limit)
            .continueWith(token);
    return selection.matches().map(query::where).orElse(query);
  }

  static void requireValid(List<FieldError> errors) {
    if (!errors.isEmpty()) {
      throw ApiError.invalid(new GroupKind("meta.k8s.io", "ListOptions"), "", errors);
    }
  }

  static Map<String, @Nullable Object> metadata(ListPage page) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("resourceVersion", Long.toString(page.revision()));
    if (!page.continueToken().isEmpty()) {
      metadata.put("continue", page.continueToken());
    }
    page.remaining().ifPresent(count -> metadata.put("remainingItemCount", count));
    return metadata;
  }

  static List<Map<String, @Nullable Object>> items(ListPage page, Resource resource) {
    return page.items().stream()
        .map(stored -> resource.storage().fromStored().apply(stored.tree()))
        .toList();
  }
}
