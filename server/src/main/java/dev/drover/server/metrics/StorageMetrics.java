package dev.drover.server.metrics;

import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.storage.Store;
import dev.drover.server.strategy.StoredObjects;
import java.util.Map;
import java.util.TreeMap;

/// How many objects of each resource are stored, and the revision of the store.
///
/// In Go: `k8s.io/apiserver/pkg/storage/etcd3/metrics`.
public final class StorageMetrics implements MetricSource {
  private final Store store;
  private final Catalog catalog;

  public StorageMetrics(Store store, Catalog catalog) {
    this.store = store;
    this.catalog = catalog;
  }

  @Override
  public void write(MetricsText text) {
    Map<String, Resource> resources = new TreeMap<>(); // each once, whatever its versions
    for (Resource resource : catalog.snapshot().resources()) {
      if (resource.verbs().contains("list")) {
        resources.putIfAbsent(resource.groupResource().toString(), resource);
      }
    }
    StoredObjects objects = store.objects();
    text.family("apiserver_resource_objects", "gauge", "Stored objects by resource.");
    resources.forEach(
        (_, resource) ->
            text.sample(
                "apiserver_resource_objects",
                Labels.of("group", resource.gvr().group(), "resource", resource.gvr().resource()),
                count(objects, resource)));
    text.family("apiserver_storage_objects", "gauge", "Stored objects by resource and group.");
    resources.forEach(
        (name, resource) ->
            text.sample(
                "apiserver_storage_objects",
                Labels.of("resource", name),
                count(objects, resource)));
    text.gauge(
        "drover_storage_revision",
        "The revision of the last write, as resourceVersions count it.",
        (double) store.revision());
  }

  private static int count(StoredObjects objects, Resource resource) {
    return objects.list(resource.storage().name(), "").size();
  }
}
