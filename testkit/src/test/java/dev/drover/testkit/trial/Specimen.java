package dev.drover.testkit.trial;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.ClusterClient;
import dev.drover.runtime.ControllerBuilder;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Reconciler;
import java.util.List;
import java.util.function.Consumer;

/// A controller with one bug, and its repaired twin.
///
/// @param name the class of bugs
/// @param isRepaired whether this is the twin
/// @param start starts the process that it runs in
/// @param plan that the broken one does not survive
/// @param report what the report must say
record Specimen(
    String name,
    boolean isRepaired,
    Consumer<Trial> start,
    Consumer<Trial> workload,
    String plan,
    List<String> report) {
  /// The plan of controllers that fail without being disturbed.
  static final String NONE = "undisturbed";

  /// Creates a page.
  static final Consumer<Trial> CREATE = trial -> trial.create(Page.of("hello", "1"));

  /// Creates a page, changes it and deletes it.
  static final Consumer<Trial> LIFE =
      trial -> {
        trial.create(Page.of("hello", "1"));
        trial.edit(Page.class, "hello", p -> p.withText("2"));
        trial.delete(Page.class, "hello");
      };

  /// Creates a page and changes it.
  static final Consumer<Trial> CHANGE =
      trial -> {
        trial.create(Page.of("hello", "1"));
        trial.edit(Page.class, "hello", p -> p.withText("2"));
      };

  /// Creates a page, deletes it, and creates another one of that name.
  static final Consumer<Trial> AGAIN =
      trial -> {
        trial.create(Page.of("hello", "1"));
        trial.delete(Page.class, "hello");
        trial.create(Page.of("hello", "2"));
      };

  static Specimen of(
      String name,
      boolean isRepaired,
      Trial.Setup setup,
      Consumer<Trial> workload,
      String plan,
      String... report) {
    return started(name, isRepaired, t -> t.manager(setup), workload, plan, report);
  }

  static Specimen started(
      String name,
      boolean isRepaired,
      Consumer<Trial> start,
      Consumer<Trial> workload,
      String plan,
      String... report) {
    return new Specimen(name, isRepaired, start, workload, plan, List.of(report));
  }

  void run(Trial trial) {
    start.accept(trial);
    workload.accept(trial);
  }

  /// A controller of pages that watches its config maps.
  static void pages(Manager manager, Reconciler<Page> reconciler) {
    builder(manager).owns(ConfigMap.class).complete(reconciler);
  }

  static ControllerBuilder<Page> builder(Manager manager) {
    manager.install(Page.class);
    manager.cache().informer(ConfigMap.class);
    return manager.controllerFor(Page.class);
  }

  /// The config map of a page, owned by it.
  static ConfigMap child(Page page, String name) {
    return loose(page, name).with(c -> c.ownedBy(page));
  }

  /// The config map of a page that nothing ties to it.
  static ConfigMap loose(Page page, String name) {
    return ConfigMap.named(page.namespace(), name).with(c -> c.data("text", page.spec().text()));
  }

  /// Whether the server has this page as the cache shows it: not deleted, not made again, not
  /// changed. Guards writes that no later reconcile undoes if they follow from a stale view.
  static boolean isCurrent(Page page, ClusterClient client) {
    return client
        .live()
        .find(Page.class, page.namespace(), page.name())
        .map(Page::metadata)
        .filter(
            now ->
                now.uid().equals(page.metadata().uid())
                    && now.generation() == page.metadata().generation())
        .isPresent();
  }

  @Override
  public String toString() {
    return name + (isRepaired ? ", repaired" : "");
  }
}
