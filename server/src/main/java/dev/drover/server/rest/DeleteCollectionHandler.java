package dev.drover.server.rest;

import dev.drover.api.DeleteOptions;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.http.Negotiation;
import dev.drover.server.storage.ListPage;
import dev.drover.server.storage.ListQuery;
import dev.drover.server.storage.Store;
import dev.drover.server.storage.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Deletes all objects of a list, and returns them.
final class DeleteCollectionHandler implements ResourceEndpoint {
  private static final long PAGE = 10_000;

  private final Store store;
  private final DeleteOperation deletion;
  private final DeleteOptionsReader options;
  private final Output output;

  DeleteCollectionHandler(
      Store store, DeleteOperation deletion, DeleteOptionsReader options, Output output) {
    this.store = store;
    this.deletion = deletion;
    this.options = options;
    this.output = output;
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    Negotiation.Choice choice = Output.negotiate(call, resource);
    ListQuery query = ListHandler.query(call, resource);
    DeleteOptions wanted = options.read(call);
    DeleteHandler.warn(call, resource, wanted);
    ListPage page = query.limit() > 0 ? store.list(query) : all(query);
    for (StoredObject stored : page.items()) {
      delete(call, resource, stored, wanted);
    }
    return output.list(
        call, resource, choice, ListHandler.metadata(page), ListHandler.items(page, resource));
  }

  /// Everything, found page by page, which decides what is meant by a resourceVersion: with pages,
  /// that very one.
  private ListPage all(ListQuery query) {
    ListPage first = store.list(query.limit(PAGE));
    List<StoredObject> items = new ArrayList<>(first.items());
    for (ListPage page = first; !page.continueToken().isEmpty(); items.addAll(page.items())) {
      page = store.list(query.at("", "").limit(PAGE).continueWith(page.continueToken()));
    }
    return new ListPage(first.revision(), items, "", OptionalLong.empty());
  }

  private void delete(Call call, Resource resource, StoredObject stored, DeleteOptions wanted) {
    try {
      deletion.delete(
          resource,
          stored.key().namespace(),
          stored.key().name(),
          wanted,
          DeleteHandler.write(call, wanted));
    } catch (ApiError e) {
      if (e.status().code() != 404) { // deleted concurrently
        throw e;
      }
    }
  }
}
