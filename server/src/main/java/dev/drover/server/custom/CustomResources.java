package dev.drover.server.custom;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.kinds.apiextensions.ApiApproval;
import dev.drover.server.storage.Change;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.Store;
import dev.drover.server.webhook.HookClient;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the resources of custom resource definitions.
///
/// ```
///   created ──▶ names accepted ──▶ established, served ──▶ terminating ──▶ gone
///                    │  ▲                                       instances first
///                    ▼  │ the name is free
///                 names refused
/// ```
///
/// All this happens in the thread that writes a definition, before its write returns: a client that
/// has created a definition can use it at once. In kube-apiserver it takes some time, and clients
/// wait for the condition `Established`; that works here, too, for the conditions come one by one
/// as there.
///
/// Safe for any number of threads; definitions are looked at one at a time.
///
/// In Go: the controllers of apiextensions-apiserver for naming, establishing and finalizing.
public final class CustomResources {
  private static final Logger LOG = LoggerFactory.getLogger(CustomResources.class);

  private final Store store;
  private final Catalog catalog;
  private final ApiObjects objects;
  private final HookClient hooks;
  private final InstantSource clock;

  private final Queue<String> pending = new ConcurrentLinkedQueue<>(); // names of definitions
  private final ReentrantLock settling = new ReentrantLock();
  private final Map<String, Served> served = new HashMap<>(); // guarded by settling
  // Definitions that wait for the last object to go, by the name under which these are stored.
  private final Map<String, String> cleaning = new ConcurrentHashMap<>();

  /// What a definition was served from.
  private record Served(@Nullable Object spec, @Nullable Object acceptedNames) {}

  /// @param objects writes the status of definitions, and deletes their instances
  /// @param hooks calls conversion webhooks
  public CustomResources(
      Store store, Catalog catalog, ApiObjects objects, HookClient hooks, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.objects = objects;
    this.hooks = hooks;
    this.clock = clock;
  }

  /// Begins to serve.
  public void start() {
    store.observe(this::changed);
    definitions().forEach(definition -> pending.add(definition.name()));
    settle();
  }

  private List<Definition> definitions() {
    return store.objects().list(Definition.RESOURCE, "").stream().map(Definition::of).toList();
  }

  private void changed(Change change) {
    StorageKey key = change.object().key();
    if (key.resource().equals(Definition.RESOURCE)) {
      pending.add(key.name());
      settle();
    } else if (change.type() == Change.Type.DELETED && cleaning.containsKey(key.resource())) {
      pending.add(cleaning.get(key.resource()));
      settle();
    }
  }

  /// Looks at all definitions that changed. What it writes itself comes back here, and is left to
  /// the loop that is under way.
  private void settle() {
    if (settling.isHeldByCurrentThread()) {
      return;
    }
    settling.lock();
    try {
      for (String name = pending.poll(); name != null; name = pending.poll()) {
        settle(name);
      }
    } finally {
      settling.unlock();
    }
  }

  /// A write must not fail because of what follows from it, so that mistakes end here.
  private void settle(String name) {
    try {
      Optional<Definition> definition = find(name);
      if (definition.isEmpty()) {
        forget(name);
      } else if (definition.get().isBeingDeleted() && definition.get().hasFinalizer()) {
        cleanUp(definition.get());
      } else {
        establish(definition.get());
      }
    } catch (ApiError e) {
      if (e.status().code() != 404) { // gone in the meantime
        LOG.error("custom resource definition {}: {}", name, e.getMessage());
      }
    }
  }

  private Optional<Definition> find(String name) {
    return store
        .get(new StorageKey(Definition.RESOURCE, "", name))
        .map(stored -> Definition.of(stored.tree()));
  }

  private void forget(String name) {
    String group = name.substring(name.indexOf('.') + 1);
    if (served.remove(name) != null) {
      String plural = name.substring(0, name.indexOf('.'));
      catalog.serve(group, plural, List.of());
      store.endWatches(group + "/" + plural);
    }
    cleaning.values().remove(name);
    lookAgain(group, name); // its names are free
  }

  private void lookAgain(String group, String except) {
    definitions().stream()
        .filter(other -> other.group().equals(group) && !other.name().equals(except))
        .forEach(other -> pending.add(other.name()));
  }

  private void establish(Definition definition) {
    if (!definition.names().map().equals(definition.acceptedNames().map())) {
      AcceptedNames names = AcceptedNames.of(definition, definitions());
      if (!names.isKnownTo(definition)) {
        update(
            definition,
            object -> {
              object.orCreate("status").set("acceptedNames", names.names().map());
              names.accepted().setIn(object, now());
              names.established().setIn(object, now());
            });
        lookAgain(definition.group(), definition.name());
        return; // the change comes back here
      }
    }
    Optional<Condition> approval = ApiApproval.condition(definition);
    if (approval.isPresent() && !says(definition, approval.get())) {
      update(definition, object -> approval.get().setIn(object, now()));
      return;
    }
    if (definition.is("NamesAccepted") || definition.is("Established")) {
      serve(definition);
    }
    if (definition.is("NamesAccepted") && !definition.is("Established")) {
      update(
          definition,
          object ->
              Condition.isTrue(
                      "Established", "InitialNamesAccepted", "the initial names have been accepted")
                  .setIn(object, now()));
    }
  }

  private static boolean says(Definition definition, Condition condition) {
    return definition
        .condition(condition.type())
        .map(Condition::of)
        .filter(condition::equals)
        .isPresent();
  }

  private void serve(Definition definition) {
    Served from = new Served(definition.spec().map(), definition.acceptedNames().map());
    Served before = served.put(definition.name(), from);
    if (!from.equals(before)) {
      catalog.serve(
          definition.group(),
          definition.acceptedNames().text("plural"),
          CustomResourceFactory.served(definition, hooks));
    }
    if (before != null && !from.equals(before)) {
      store.endWatches(definition.storageName()); // they go by the old definition
    }
  }

  private void cleanUp(Definition definition) {
    if (!definition.is("Established")) {
      finish(
          definition,
          Condition.isFalse("Terminating", "NeverEstablished", "resource was never established"));
      return;
    }
    Condition inProgress =
        Condition.isTrue(
            "Terminating", "InstanceDeletionInProgress", "CustomResource deletion is in progress");
    if (!says(definition, inProgress)) {
      update(definition, object -> inProgress.setIn(object, now()));
    }
    cleaning.put(definition.storageName(), definition.name()); // before the last one may go
    Resource resource = CustomResourceFactory.stored(definition, hooks);
    store.objects().list(definition.storageName(), "").stream()
        .map(tree -> TreeNode.view(tree).at("metadata"))
        .filter(metadata -> !metadata.has("deletionTimestamp"))
        .forEach(metadata -> delete(resource, metadata.text("namespace"), metadata.text("name")));
    if (store.objects().list(definition.storageName(), "").isEmpty()) {
      finish(
          definition,
          Condition.isFalse("Terminating", "InstanceDeletionCompleted", "removed all instances"));
    }
  }

  private void delete(Resource resource, String namespace, String name) {
    try {
      objects.delete(
          resource,
          namespace,
          name,
          DeleteOptions.builder().build(),
          ApiObjects.Write.byServer(""));
    } catch (ApiError e) {
      if (e.status().code() != 404) {
        throw e;
      }
    }
  }

  private void finish(Definition definition, Condition terminating) {
    update(
        definition,
        object -> {
          terminating.setIn(object, now());
          TreeNode metadata = object.orCreate("metadata");
          List<String> others =
              metadata.texts("finalizers").stream()
                  .filter(finalizer -> !finalizer.equals(Definition.CLEANUP))
                  .toList();
          if (others.isEmpty()) {
            metadata.remove("finalizers");
          } else {
            metadata.set("finalizers", others);
          }
        });
  }

  private void update(Definition definition, Consumer<TreeNode> change) {
    Resource resource =
        catalog
            .find("apiextensions.k8s.io", "v1", "customresourcedefinitions")
            .orElseThrow(() -> new IllegalStateException("definitions are not served"));
    objects.update(
        resource,
        resource.strategy().status(),
        "",
        definition.name(),
        object -> {
          change.accept(object);
          return object;
        },
        ApiObjects.Write.byServer("status"));
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
