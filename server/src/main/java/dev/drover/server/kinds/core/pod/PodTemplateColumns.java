package dev.drover.server.kinds.core.pod;

import static dev.drover.server.table.Cells.at;
import static dev.drover.server.table.Cells.labels;
import static dev.drover.server.table.Cells.number;
import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.server.table.Column;
import java.util.List;
import java.util.stream.Collectors;

/// Printer columns of kinds with a pod template.
public final class PodTemplateColumns {
  private PodTemplateColumns() {}

  /// Columns of bare pod templates.
  public static List<Column> podTemplate() {
    return List.of(
        name(),
        text("Containers", containers("template.spec", "name")),
        text("Images", containers("template.spec", "image")),
        text("Pod Labels", labels("template.metadata.labels")));
  }

  /// Columns of a controller of identical replicas.
  public static List<Column> replicas(Column.Timeless selector) {
    return List.of(
        name(),
        integer("Desired", number("spec.replicas")),
        integer("Current", number("status.replicas")),
        integer("Ready", number("status.readyReplicas")),
        age(),
        containerNames(),
        images(),
        text("Selector", selector).wide());
  }

  /// The container names of `spec.template`.
  public static Column containerNames() {
    return text("Containers", containers("spec.template.spec", "name")).wide();
  }

  /// The images of `spec.template`.
  public static Column images() {
    return text("Images", containers("spec.template.spec", "image")).wide();
  }

  /// One field of all containers of a pod's specification.
  public static Column.Timeless containers(String podSpec, String field) {
    return object ->
        at(object, podSpec).items("containers").stream()
            .map(container -> container.text(field))
            .collect(Collectors.joining(","));
  }
}
