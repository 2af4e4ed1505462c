package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;

/// Rolls deployments out: a replica set for each pod template, whose sizes change step by step.
///
/// ```
///   new template ─▶ new replica set, as large as maxSurge lets it be
///                      │ its pods become available
///                      ▼
///        old ones shrink as far as maxUnavailable lets them, the new one grows, and so on
/// ```
///
/// In Go: `DeploymentController`.
public final class DeploymentController implements Controller {
  private static final String STORAGE = "apps/deployments";

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(cluster.of(STORAGE), deployment -> sync(cluster, deployment));
  }

  private static void sync(ClusterPass cluster, Item deployment) {
    RolloutSize size = RolloutSize.of(deployment);
    DeploymentStatus status = new DeploymentStatus(cluster, deployment);
    DeploymentRevisions sets = new DeploymentRevisions(cluster, deployment);
    if (deployment.isBeingDeleted()) {
      status.count(sets, size);
      cluster.updateStatus(deployment, status.tree());
      return;
    }
    status.notePause();
    sets.annotateCurrent();
    sets.current().ifPresent(set -> status.noteFound(set.item()));
    DeploymentScaling scaling = new DeploymentScaling(cluster, deployment, sets, size);
    if (deployment.spec().isTrue("paused")) {
      scaling.scale();
      sets.cleanUp();
      status.count(sets, size);
    } else if (scaling.isScalingEvent()) {
      scaling.scale();
      status.count(sets, size);
    } else {
      if (size.isRolling()) {
        rollOut(sets, size, scaling, status);
      } else {
        recreate(sets, size, scaling, status);
      }
      if (!status.hasCreation()) {
        status.count(sets, size);
        status.judge(sets, size);
      }
    }
    write(cluster, deployment, status.tree(), sets.revision());
  }

  private static void rollOut(
      DeploymentRevisions sets,
      RolloutSize size,
      DeploymentScaling scaling,
      DeploymentStatus status) {
    if (sets.current().isEmpty()) {
      status.noteCreation(sets.createCurrent(size));
    }
    if (sets.current().isPresent() && !scaling.rollOut() && status.wasComplete(size)) {
      sets.cleanUp();
    }
  }

  private static void recreate(
      DeploymentRevisions sets,
      RolloutSize size,
      DeploymentScaling scaling,
      DeploymentStatus status) {
    if (scaling.stopOld() || scaling.hasOldPods()) {
      return;
    }
    if (sets.current().isEmpty()) {
      status.noteCreation(sets.createCurrent(size));
    }
    if (!scaling.startCurrent() && status.wasComplete(size)) {
      sets.cleanUp();
    }
  }

  /// The number of the template is an annotation, which is written together with the status.
  private static void write(ClusterPass cluster, Item deployment, TreeNode status, long revision) {
    String number = Long.toString(revision);
    if (revision == 0 || deployment.annotation(DeploymentRevisions.REVISION).equals(number)) {
      cluster.updateStatus(deployment, status);
      return;
    }
    cluster.updateStatus(
        deployment,
        object -> {
          object
              .orCreate("metadata")
              .orCreate("annotations")
              .set(DeploymentRevisions.REVISION, number);
          return object.set("status", status);
        });
  }
}
