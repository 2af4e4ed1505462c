package dev.drover.server.controllers.core;

import dev.drover.api.DeleteOptions;
import dev.drover.api.Preconditions;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.strategy.UpdateStrategy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The view of one pass of a controller: reads and writes objects with all rules of the API, as the
/// user that the controller is in Kubernetes.
///
/// Everything that is read is as of the start of the pass. An action that is refused is logged, and
/// tried again when a later pass still wants it. Not safe for several threads.
public final class ClusterPass {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterPass.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final ApiObjects objects;
  private final StoredObjects stored;
  private final List<Resource> served;
  private final Map<String, Resource> resources; // by the name of their storage
  private final ControllerIdentity identity;
  private final Instant now;
  private final Map<String, List<Item>> lists = new HashMap<>(); // by the name of their storage
  private final Map<String, Map<String, List<Item>>> byController = new HashMap<>();
  private final EventRecorder events = new EventRecorder(this);
  private @Nullable Instant wakeUp;

  /// @param now the time of the server's clock
  public ClusterPass(
      Catalog catalog,
      ApiObjects objects,
      StoredObjects stored,
      ControllerIdentity identity,
      Instant now) {
    this.objects = objects;
    this.stored = stored;
    this.identity = identity;
    this.now = now;
    this.served = catalog.snapshot().resources();
    this.resources = new LinkedHashMap<>();
    for (Resource resource : served) {
      if (resource.verbs().contains("delete")) {
        // Of several versions the stored one: nothing is converted to and fro.
        resources.merge(
            resource.storage().name(),
            resource,
            (a, b) -> b.gvk().equals(b.storage().kind()) ? b : a);
      }
    }
  }

  /// The time of the server's clock at the start of the pass.
  public Instant now() {
    return now;
  }

  /// The same as objects carry it.
  public String time() {
    return time(now);
  }

  /// A time as objects carry it.
  public static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /// Asks for another pass at this time, if none comes before.
  public void wakeAt(Instant time) {
    if (wakeUp == null || time.isBefore(wakeUp)) {
      wakeUp = time;
    }
  }

  /// When the controller wants another pass at the latest.
  public Optional<Instant> wakeUp() {
    return Optional.ofNullable(wakeUp);
  }

  ControllerIdentity identity() {
    return identity;
  }

  /// All resources in all versions.
  public List<Resource> served() {
    return served;
  }

  /// Everything that can be deleted.
  public List<Item> all() {
    List<Item> all = new ArrayList<>();
    resources.keySet().forEach(name -> all.addAll(of(name)));
    return all;
  }

  /// Everything in a namespace.
  public List<Item> in(String namespace) {
    List<Item> all = new ArrayList<>();
    for (Resource resource : resources.values()) {
      if (resource.namespaced()) {
        all.addAll(items(resource, namespace));
      }
    }
    return all;
  }

  /// The objects of one resource, such as `apps/deployments` or `/pods`.
  public List<Item> of(String storageName) {
    return lists.computeIfAbsent(storageName, name -> of(name, ""));
  }

  /// The objects of one resource in a namespace, or everywhere if it is empty.
  public List<Item> of(String storageName, String namespace) {
    Resource resource = resources.get(storageName);
    return resource == null ? List.of() : items(resource, namespace);
  }

  private List<Item> items(Resource resource, String namespace) {
    return stored.list(resource.storage().name(), namespace).stream()
        .map(tree -> item(resource, tree))
        .toList();
  }

  private static Item item(Resource resource, Map<String, @Nullable Object> tree) {
    return new Item(resource, TreeNode.view(resource.storage().fromStored().apply(tree)));
  }

  /// One object.
  public Optional<Item> find(String storageName, String namespace, String name) {
    Resource resource = resources.get(storageName);
    return resource == null
        ? Optional.empty()
        : stored
            .get(storageName, resource.namespaced() ? namespace : "", name)
            .map(tree -> item(resource, tree));
  }

  /// The objects of one resource that an owner controls.
  public List<Item> controlledBy(Item owner, String storageName) {
    return byController
        .computeIfAbsent(storageName, this::indexByController)
        .getOrDefault(owner.uid(), List.of());
  }

  private Map<String, List<Item>> indexByController(String storageName) {
    Map<String, List<Item>> index = new HashMap<>();
    for (Item item : of(storageName)) {
      String owner = item.controllerReference().map(r -> r.text("uid")).orElse("");
      index.computeIfAbsent(owner, _ -> new ArrayList<>()).add(item);
    }
    return index;
  }

  /// The objects of one resource that nothing controls.
  public List<Item> uncontrolled(String storageName) {
    return byController
        .computeIfAbsent(storageName, this::indexByController)
        .getOrDefault("", List.of());
  }

  /// The resource that objects of this kind belong to.
  public Optional<Resource> resource(String group, String kind) {
    return resources.values().stream()
        .filter(r -> r.gvk().group().equals(group) && r.gvk().kind().equals(kind))
        .findFirst();
  }

  /// Does something for each object. If it fails for one, the others get theirs, and there is
  /// another pass a second later.
  public void forEach(Collection<Item> items, Consumer<Item> step) {
    for (Item item : items) {
      try {
        step.accept(item);
      } catch (RuntimeException e) {
        LOG.error("{}: cannot handle {}, retrying in {}", identity.component(), item, RETRY, e);
        wakeAt(now.plus(RETRY));
      }
    }
  }

  /// Deletes exactly this object, not another one of its name.
  public boolean delete(Item item) {
    return delete(item, DeleteOptions.builder().propagationPolicy("Background").build());
  }

  /// Deletes exactly this object.
  ///
  /// @return whether that was accepted
  public boolean delete(Item item, DeleteOptions options) {
    DeleteOptions exact =
        options.toBuilder().preconditions(Preconditions.builder().uid(item.uid()).build()).build();
    return attempt(
        "delete",
        item,
        () -> objects.delete(item.resource(), item.namespace(), item.name(), exact, write("")));
  }

  /// Changes an object; `change` gets the newest state and may alter it.
  public boolean update(Item item, UnaryOperator<TreeNode> change) {
    return update(item, UpdateStrategy.main(item.resource().strategy()), "", change);
  }

  /// Changes an object through one of its paths.
  public boolean update(
      Item item, UpdateStrategy rules, String subresource, UnaryOperator<TreeNode> change) {
    return attempt(
        "update",
        item,
        () ->
            objects.update(
                item.resource(),
                rules,
                item.namespace(),
                item.name(),
                object -> isSame(object, item) ? change.apply(object) : object,
                write(subresource)));
  }

  private static boolean isSame(TreeNode object, Item item) {
    return object.at("metadata").text("uid").equals(item.uid());
  }

  /// Gives an object this status, unless it has it already. An object that was changed since the
  /// start of the pass is left alone: there is another pass for that change.
  ///
  /// @return whether the object has the status
  public boolean updateStatus(Item item, TreeNode status) {
    return status.map().equals(item.status().map())
        || updateStatus(item, object -> object.set("status", status));
  }

  /// Changes the status of an object, and what else its path allows, as [#updateStatus(Item,
  /// TreeNode)] does.
  public boolean updateStatus(Item item, UnaryOperator<TreeNode> change) {
    boolean[] isCurrent = {false};
    UnaryOperator<TreeNode> guarded =
        object -> {
          isCurrent[0] = version(object).equals(version(item.object()));
          return isCurrent[0] ? change.apply(object) : object;
        };
    return update(item, item.resource().strategy().status(), "status", guarded) && isCurrent[0];
  }

  /// Applies a status as a field manager of its own, which takes over the fields that it sets.
  public void applyStatus(Item item, String manager, Map<String, @Nullable Object> status) {
    Map<String, @Nullable Object> configuration = new LinkedHashMap<>();
    configuration.put("apiVersion", item.resource().gvk().groupVersion().toString());
    configuration.put("kind", item.resource().gvk().kind());
    configuration.put("metadata", Map.of("name", item.name(), "uid", item.uid()));
    configuration.put("status", status);
    attempt(
        "apply the status of",
        item,
        () ->
            objects.apply(
                item.resource(),
                item.resource().strategy().status(),
                item.namespace(),
                item.name(),
                configuration,
                new ApiObjects.Write(identity.user(), manager, "status", false, new CallNotes())));
  }

  private static String version(TreeNode object) {
    return object.at("metadata").text("resourceVersion");
  }

  /// Creates an object.
  ///
  /// @return the object as it is stored; empty if that was refused
  public Optional<Item> create(
      String storageName, String namespace, Map<String, @Nullable Object> tree) {
    Creation creation = tryCreate(storageName, namespace, tree);
    ApiError refusal = creation.refusal();
    if (refusal != null) {
      logUnlessConcurrent("create", storageName + " in " + namespace, refusal);
    }
    return Optional.ofNullable(creation.item());
  }

  /// The result of an attempt to create an object: the object, or the reason of the failure.
  public record Creation(@Nullable Item item, @Nullable ApiError refusal) {
    /// Why the object could not be created; empty if it was.
    public String failure() {
      return refusal == null ? "" : Objects.requireNonNullElse(refusal.getMessage(), "");
    }

    /// Whether the name is taken.
    public boolean isTaken() {
      return refusal != null && refusal.status().code() == 409;
    }
  }

  /// Creates an object; the caller reports a refusal. There is another pass a second later, then.
  public Creation tryCreate(
      String storageName, String namespace, Map<String, @Nullable Object> tree) {
    Creation creation = createOnce(storageName, namespace, tree);
    if (creation.refusal() != null) {
      wakeAt(now.plus(RETRY));
    }
    return creation;
  }

  private Creation createOnce(
      String storageName, String namespace, Map<String, @Nullable Object> tree) {
    Resource resource = resources.get(storageName);
    if (resource == null) {
      throw new IllegalArgumentException("there is no resource " + storageName);
    }
    try {
      return new Creation(
          item(resource, objects.create(resource, namespace, tree, write(""))), null);
    } catch (ApiError e) {
      return new Creation(null, e);
    }
  }

  /// Records an event about an object.
  ///
  /// @param type `Normal` or `Warning`
  public void event(Item about, String type, String reason, String message) {
    events.record(about, type, reason, message);
  }

  /// Stores an event, if its namespace takes any.
  void storeEvent(String namespace, TreeNode event) {
    createOnce("/events", namespace, event.map());
  }

  private boolean attempt(String verb, Item item, Runnable action) {
    try {
      action.run();
      return true;
    } catch (ApiError e) {
      logUnlessConcurrent(verb, item.toString(), e);
      return false;
    }
  }

  /// A concurrent write won: the next pass sees its result.
  private void logUnlessConcurrent(String verb, String what, ApiError e) {
    int code = e.status().code();
    if (code != 404 && code != 409) {
      LOG.warn("{}: cannot {} {}: {}", identity.component(), verb, what, e.getMessage());
      wakeAt(now.plus(RETRY));
    }
  }

  private ApiObjects.Write write(String subresource) {
    return new ApiObjects.Write(
        identity.user(), identity.fieldManager(), subresource, false, new CallNotes());
  }
}
