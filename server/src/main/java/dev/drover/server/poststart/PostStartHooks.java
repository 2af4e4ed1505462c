package dev.drover.server.poststart;

import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.storage.Store;
import java.time.InstantSource;

/// Maintains the objects and settings that the server owns, from its start on.
public final class PostStartHooks {
  private PostStartHooks() {}

  /// Begins to do so; to be called when the objects of a fresh server are there.
  public static void start(Store store, Catalog catalog, ApiObjects objects, InstantSource clock) {
    store.observe(new ServiceIpAddresses(store, catalog, objects)::changed);
    store.observe(new ApiServiceRegistration(store, catalog, objects)::changed);
    store.observe(new DanglingFlowSchemas(store, catalog, objects, clock)::changed);
  }
}
