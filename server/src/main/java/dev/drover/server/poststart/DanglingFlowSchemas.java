package dev.drover.server.poststart;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.storage.Change;
import dev.drover.server.storage.Store;
import dev.drover.server.strategy.StoredObjects;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/// Maintains the condition `Dangling` of flow schemas, which is true if the priority level of the
/// schema does not exist.
///
/// Safe for any number of threads; flow schemas are looked at one at a time.
///
/// In Go: a part of the controller of API priority and fairness.
final class DanglingFlowSchemas {
  private static final GroupVersionKind KIND =
      new GroupVersionKind("flowcontrol.apiserver.k8s.io", "v1", "FlowSchema");
  private static final String STORAGE = "flowcontrol.apiserver.k8s.io/flowschemas";
  private static final String LEVELS = "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations";
  private static final String MANAGER = "api-priority-and-fairness-config-consumer-v1";
  private static final String CONDITION = "Dangling";
  private static final Set<String> ALWAYS_THERE = Set.of("exempt", "catch-all");

  private final Store store;
  private final ServerOwnedObjects schemas;
  private final InstantSource clock;
  private final ReentrantLock syncing = new ReentrantLock(); // else an old state could win

  DanglingFlowSchemas(Store store, Catalog catalog, ApiObjects objects, InstantSource clock) {
    this.store = store;
    this.schemas = new ServerOwnedObjects(objects, catalog, KIND, "flowschemas");
    this.clock = clock;
  }

  void changed(Change change) {
    String resource = change.object().key().resource();
    if (!resource.equals(STORAGE) && !resource.equals(LEVELS)) {
      return;
    }
    syncing.lock();
    try {
      StoredObjects now = store.objects();
      now.list(STORAGE, "").forEach(schema -> sync(TreeNode.view(schema), now));
    } finally {
      syncing.unlock();
    }
  }

  private void sync(TreeNode schema, StoredObjects now) {
    String level = schema.at("spec").at("priorityLevelConfiguration").text("name");
    boolean isFound = ALWAYS_THERE.contains(level) || now.get(LEVELS, "", level).isPresent();
    Map<String, String> wanted =
        Map.of(
            "type",
            CONDITION,
            "status",
            isFound ? "False" : "True",
            "reason",
            isFound ? "Found" : "NotFound",
            "message",
            "This FlowSchema references the PriorityLevelConfiguration object named \""
                + level
                + (isFound ? "\" and it exists" : "\" but there is no such object"));
    boolean isSaid =
        schema.at("status").items("conditions").stream()
            .anyMatch(
                condition ->
                    wanted.entrySet().stream()
                        .allMatch(fact -> condition.text(fact.getKey()).equals(fact.getValue())));
    if (!isSaid) {
      String time = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
      schemas.applyStatus(
          schema.at("metadata").text("name"),
          MANAGER,
          status -> {
            Map<String, String> condition = new TreeMap<>(wanted);
            condition.put("lastTransitionTime", time);
            status.set("conditions", List.of(condition));
          });
    }
  }
}
