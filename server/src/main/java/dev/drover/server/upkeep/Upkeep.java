package dev.drover.server.upkeep;

import dev.drover.server.core.Catalog;
import dev.drover.server.core.Objects;
import dev.drover.server.storage.Store;
import java.time.InstantSource;

/// Keeps everything up that the server itself keeps up.
public final class Upkeep {
  private Upkeep() {}

  /// Begins to do so; to be called when the objects of a fresh server are there.
  public static void start(Store store, Catalog catalog, Objects objects, InstantSource clock) {
    store.observe(new ServiceAddresses(store, catalog, objects)::changed);
    store.observe(new ApiServices(store, catalog, objects)::changed);
    store.observe(new DanglingFlowSchemas(store, catalog, objects, clock)::changed);
  }
}
