package dev.drover.server.kinds.apps;

import static dev.drover.server.kinds.core.pod.PodTemplateColumns.containerNames;
import static dev.drover.server.kinds.core.pod.PodTemplateColumns.images;
import static dev.drover.server.table.Cells.at;
import static dev.drover.server.table.Cells.labels;
import static dev.drover.server.table.Cells.number;
import static dev.drover.server.table.Cells.ratio;
import static dev.drover.server.table.Cells.selector;
import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;
import java.util.Locale;

/// Printer columns of the group `apps`.
final class AppsColumns {
  private AppsColumns() {}

  static List<Column> deployment() {
    return List.of(
        name(),
        text("Ready", ratio("status.readyReplicas", "spec.replicas")),
        text("Up-to-date", number("status.updatedReplicas")),
        text("Available", number("status.availableReplicas")),
        age(),
        containerNames(),
        images(),
        text("Selector", object -> Cells.requirements(at(object, "spec.selector"))).wide());
  }

  static List<Column> statefulSet() {
    return List.of(
        name(),
        text("Ready", ratio("status.readyReplicas", "spec.replicas")),
        age(),
        containerNames(),
        images());
  }

  static List<Column> daemonSet() {
    return List.of(
        name(),
        integer("Desired", number("status.desiredNumberScheduled")),
        integer("Current", number("status.currentNumberScheduled")),
        integer("Ready", number("status.numberReady")),
        integer("Up-to-date", number("status.updatedNumberScheduled")),
        integer("Available", number("status.numberAvailable")),
        text("Node Selector", labels("spec.template.spec.nodeSelector")),
        age(),
        containerNames(),
        images(),
        text("Selector", selector("spec.selector")).wide());
  }

  static List<Column> controllerRevision() {
    return List.of(
        name(),
        text("Controller", AppsColumns::controller),
        text("Revision", number("revision")),
        age());
  }

  private static String controller(TreeNode revision) {
    return revision.at("metadata").items("ownerReferences").stream()
        .filter(owner -> owner.isTrue("controller"))
        .findFirst()
        .map(
            owner -> {
              String version = owner.text("apiVersion");
              int slash = version.indexOf('/');
              String group = slash < 0 ? "" : "." + version.substring(0, slash);
              return (owner.text("kind") + group).toLowerCase(Locale.ROOT)
                  + "/"
                  + owner.text("name");
            })
        .orElse(Cells.NONE);
  }
}
