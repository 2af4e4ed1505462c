package dev.drover.testkit.trial;

import static dev.drover.testkit.trial.Specimen.CHANGE;
import static dev.drover.testkit.trial.Specimen.CREATE;
import static dev.drover.testkit.trial.Specimen.LIFE;
import static dev.drover.testkit.trial.Specimen.child;
import static dev.drover.testkit.trial.Specimen.isCurrent;
import static dev.drover.testkit.trial.Specimen.loose;
import static dev.drover.testkit.trial.Specimen.pages;

import dev.drover.api.ObjectKey;
import dev.drover.client.ApiException;
import dev.drover.client.KubernetesException;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.ClusterClient;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Controllers that do not survive a failed call, or fail where they should not.
final class RetrySpecimens {
  private RetrySpecimens() {}

  static List<Specimen> all(boolean repaired) {
    return List.of(
        Specimen.of(
            "loses the status on a conflict",
            repaired,
            m -> losesStatusOnConflict(m, repaired),
            CREATE,
            "conflict=patch_pages/status_hello#1",
            "end state",
            "pages hello: status"),
        Specimen.of(
            "swallows exceptions",
            repaired,
            m -> swallowsExceptions(m, repaired),
            CREATE,
            "error=apply_configmaps_hello#1",
            "end state",
            "configmaps hello"),
        Specimen.of(
            "gives up on a passing failure",
            repaired,
            m -> givesUp(m, repaired),
            CHANGE,
            "too-many=apply_configmaps_hello#1",
            "retries",
            "NAMESPACE/hello"),
        Specimen.of(
            "remembers as done what it only began",
            repaired,
            m -> remembersTooEarly(m, repaired),
            CREATE,
            "timeout-before=apply_configmaps_hello#1",
            "end state",
            "configmaps hello"),
        Specimen.of(
            "takes its own object for a stranger's after a time-out",
            repaired,
            m -> createIsNotIdempotent(m, repaired),
            CHANGE,
            "timeout-after=create_configmaps_hello#1",
            "fails again and again",
            "already exists"),
        Specimen.of(
            "crashes when a child is missing",
            repaired,
            m -> crashesOnMissingChild(m, repaired),
            CHANGE,
            "delete-child=configmaps_hello@1",
            "no crash",
            "NoSuchElementException"),
        Specimen.of(
            "cannot clean up twice",
            repaired,
            m -> cannotCleanUpTwice(m, repaired),
            LIFE,
            "crash-after=delete_configmaps_hello#1",
            "fails again and again"),
        Specimen.of(
            "writes the time of each run",
            repaired,
            m -> writesTimeOfRun(m, repaired),
            CHANGE,
            Specimen.NONE,
            "hot loop",
            "apply configmaps hello"),
        Specimen.of(
            "two controllers set one field",
            repaired,
            m -> twoControllersFight(m, repaired),
            CHANGE,
            Specimen.NONE,
            "hot loop",
            "configmaps hello"));
  }

  private static void losesStatusOnConflict(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          try {
            ctx.client().updateStatus(page, new Page.Status(page.spec().text(), null));
          } catch (ApiException.Conflict e) {
            if (repaired) {
              throw e;
            }
            ctx.log().info("somebody else was faster", e);
          }
          return Result.done();
        });
  }

  private static void swallowsExceptions(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          try {
            ctx.client().apply(child(page, page.name()));
          } catch (KubernetesException e) {
            ctx.log().error("cannot apply", e);
            return repaired ? Result.retry() : Result.done();
          }
          return Result.done();
        });
  }

  private static void givesUp(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          try {
            ctx.client().apply(child(page, page.name()));
            return Result.done();
          } catch (ApiException e) {
            return repaired ? Result.retry() : Result.terminal("refused: " + e.getMessage());
          }
        });
  }

  private static void remembersTooEarly(Manager manager, boolean repaired) {
    Set<ObjectKey> done = new HashSet<>();
    pages(
        manager,
        (page, ctx) -> {
          ObjectKey version = ObjectKey.of(page.spec().text(), page.name());
          if (repaired || done.add(version)) {
            ctx.client().apply(child(page, page.name()));
          }
          return Result.done();
        });
  }

  private static void createIsNotIdempotent(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          ClusterClient client = ctx.client();
          boolean isFirst = page.status() == null;
          if (isFirst && !repaired) {
            client.create(child(page, page.name()));
          } else {
            client.apply(child(page, page.name()));
          }
          client.updateStatus(page, new Page.Status("Ready", null));
          return Result.done();
        });
  }

  private static void crashesOnMissingChild(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          ClusterClient client = ctx.client();
          var there = client.find(ConfigMap.class, page.namespace(), page.name());
          if (page.status() == null || (repaired && there.isEmpty())) {
            client.apply(child(page, page.name()));
          } else {
            ConfigMap map = there.orElseThrow();
            client.edit(map, m -> m.with(c -> c.data("text", page.spec().text())));
          }
          client.updateStatus(page, new Page.Status("Ready", null));
          return Result.done();
        });
  }

  private static void cannotCleanUpTwice(Manager manager, boolean repaired) {
    Specimen.builder(manager)
        .finalizer(
            "trials.drover.dev/cleanup",
            (page, ctx) -> {
              ClusterClient client = ctx.client();
              var map = client.live().find(ConfigMap.class, page.namespace(), page.name());
              if (map.isEmpty() && !repaired) {
                throw new IllegalStateException("the map of " + page.name() + " is not there");
              }
              map.ifPresent(client::delete);
              return Result.done();
            })
        .watches(ConfigMap.class, EventMapper.itself())
        .complete(
            (page, ctx) -> {
              if (!repaired || isCurrent(page, ctx.client())) {
                ctx.client().apply(loose(page, page.name()));
              }
              return Result.done();
            });
  }

  private static void writesTimeOfRun(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          String stamp = repaired ? page.spec().text() : ctx.reconcileId();
          ctx.client().apply(child(page, page.name()).with(c -> c.data("last-reconcile", stamp)));
          return Result.done();
        });
  }

  private static void twoControllersFight(Manager manager, boolean repaired) {
    manager.install(Page.class);
    for (String color : List.of("red", "blue")) {
      String key = repaired ? "color-" + color : "color";
      manager
          .controllerFor(Page.class)
          .named(color)
          .owns(ConfigMap.class)
          .complete(
              (page, ctx) -> {
                String value = color + " " + page.spec().text();
                ctx.client()
                    .createOrPatch(
                        ConfigMap.named(page.namespace(), page.name()),
                        m -> m.with(c -> c.ownedBy(page).data(key, value)));
                return Result.done();
              });
    }
  }
}
