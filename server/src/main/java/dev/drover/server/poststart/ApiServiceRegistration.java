package dev.drover.server.poststart;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.storage.Change;
import dev.drover.server.storage.Store;
import dev.drover.server.strategy.StoredObjects;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/// Keeps an `APIService` for every version that custom resource definitions serve, also when a
/// client deletes or changes it. Those of the built-in groups are left alone once they are there.
///
/// Safe for any number of threads; the versions of groups are looked at one at a time.
///
/// In Go: the controllers `crd-autoregister` and `autoregister`.
final class ApiServiceRegistration {
  private static final GroupVersionKind KIND =
      new GroupVersionKind("apiregistration.k8s.io", "v1", "APIService");
  private static final String STORAGE = "apiregistration.k8s.io/apiservices";
  private static final String DEFINITIONS = "apiextensions.k8s.io/customresourcedefinitions";
  private static final String MANAGED = "kube-aggregator.kubernetes.io/automanaged";
  private static final long GROUP_PRIORITY = 1000; // below all built-in groups
  private static final long VERSION_PRIORITY = 100; // versions are in the order of their names

  private final Store store;
  private final ServerOwnedObjects services;
  private final ReentrantLock syncing = new ReentrantLock(); // else an old state could win

  ApiServiceRegistration(Store store, Catalog catalog, ApiObjects objects) {
    this.store = store;
    this.services = new ServerOwnedObjects(objects, catalog, KIND, "apiservices");
  }

  void changed(Change change) {
    String resource = change.object().key().resource();
    if (resource.equals(DEFINITIONS) || resource.equals(STORAGE)) {
      String group = TreeNode.view(change.object().tree()).at("spec").text("group");
      syncing.lock();
      try {
        sync(group, store.objects());
      } finally {
        syncing.unlock();
      }
    }
  }

  private void sync(String group, StoredObjects now) {
    Set<String> versions = served(group, now);
    for (Map<String, ?> tree : now.list(STORAGE, "")) {
      TreeNode service = TreeNode.view(tree);
      boolean isOurs =
          service.at("metadata").at("labels").text(MANAGED).equals("true")
              && service.at("spec").text("group").equals(group);
      String version = service.at("spec").text("version");
      if (isOurs && !versions.contains(version)) {
        services.delete(name(group, version));
      }
    }
    versions.forEach(version -> ensure(group, version, now));
  }

  /// The versions of a group that any definition serves.
  private static Set<String> served(String group, StoredObjects now) {
    Set<String> versions = new TreeSet<>();
    for (Map<String, ?> tree : now.list(DEFINITIONS, "")) {
      TreeNode spec = TreeNode.view(tree).at("spec");
      if (spec.text("group").equals(group)) {
        spec.items("versions").stream()
            .filter(version -> version.isTrue("served"))
            .forEach(version -> versions.add(version.text("name")));
      }
    }
    return versions;
  }

  private void ensure(String group, String version, StoredObjects now) {
    String name = name(group, version);
    Map<String, Object> spec =
        Map.of(
            "group", group,
            "version", version,
            "groupPriorityMinimum", GROUP_PRIORITY,
            "versionPriority", VERSION_PRIORITY);
    var current = now.get(STORAGE, "", name).map(TreeNode::view);
    if (current.isEmpty()) {
      services.create(
          name,
          object -> {
            object.orCreate("metadata").set("labels", Map.of(MANAGED, "true"));
            object.set("spec", spec);
          });
    } else if (current.get().at("metadata").at("labels").text(MANAGED).equals("true")
        && !current.get().at("spec").map().equals(spec)) {
      services.update(name, object -> object.set("spec", spec));
    }
  }

  private static String name(String group, String version) {
    return version + "." + group;
  }
}
