package dev.drover.server.controllers.core;

import dev.drover.schema.TreeNode;
import java.util.Optional;

/// Writes events about objects; the same event again raises its count.
final class EventRecorder {
  private static final String EVENTS = "/events";

  private final ClusterPass cluster;

  EventRecorder(ClusterPass cluster) {
    this.cluster = cluster;
  }

  void record(Item about, String type, String reason, String message) {
    String component = cluster.identity().component();
    String namespace = about.namespace().isEmpty() ? "default" : about.namespace();
    String content = String.join("\n", about.uid(), type, reason, message, component);
    String name = about.name() + "." + Hashes.hex(content);
    Optional<Item> before = cluster.find(EVENTS, namespace, name);
    if (before.isPresent()) {
      cluster.update(before.get(), this::again);
      return;
    }
    TreeNode event = TreeNode.empty().set("apiVersion", "v1").set("kind", "Event");
    event.orCreate("metadata").set("name", name).set("namespace", namespace);
    event
        .orCreate("involvedObject")
        .set("apiVersion", about.resource().gvk().apiVersion())
        .set("kind", about.resource().gvk().kind())
        .set("name", about.name())
        .set("uid", about.uid())
        .set("resourceVersion", about.metadata().text("resourceVersion"));
    if (!about.namespace().isEmpty()) {
      event.at("involvedObject").set("namespace", about.namespace());
    }
    event.set("type", type).set("reason", reason).set("message", message).set("count", 1L);
    event.set("firstTimestamp", cluster.time()).set("lastTimestamp", cluster.time());
    event.orCreate("source").set("component", component);
    event.set("reportingComponent", component).set("reportingInstance", "");
    cluster.storeEvent(namespace, event); // a namespace that is being deleted takes none
  }

  private TreeNode again(TreeNode event) {
    return event.set("count", event.number("count", 1) + 1).set("lastTimestamp", cluster.time());
  }
}
