package dev.drover.server.controllers.apps;

import dev.drover.server.controllers.core.Item;
import java.util.Comparator;

/// A replica set of a deployment, with the size that it is given in this pass.
final class ReplicaSetSize {
  static final Comparator<ReplicaSetSize> OLDEST_FIRST =
      Comparator.comparing((ReplicaSetSize set) -> set.item().creationTime())
          .thenComparing(set -> set.item().name());

  private final Item item;
  private long replicas;

  ReplicaSetSize(Item item) {
    this.item = item;
    this.replicas = item.spec().number("replicas", 1);
  }

  Item item() {
    return item;
  }

  long replicas() {
    return replicas;
  }

  void resize(long size) {
    replicas = size;
  }

  boolean isActive() {
    return replicas > 0;
  }

  long actual() {
    return item.status().number("replicas", 0);
  }

  long ready() {
    return item.status().number("readyReplicas", 0);
  }

  long available() {
    return item.status().number("availableReplicas", 0);
  }

  /// Which replica set of the deployment it is, counted from 1; 0 if that is not known.
  long revision() {
    return number(DeploymentRevisions.REVISION, 0);
  }

  /// A number in an annotation.
  long number(String annotation, long otherwise) {
    try {
      return Long.parseLong(item.annotation(annotation));
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
