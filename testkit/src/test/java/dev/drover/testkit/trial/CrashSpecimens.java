package dev.drover.testkit.trial;

import static dev.drover.testkit.trial.Specimen.AGAIN;
import static dev.drover.testkit.trial.Specimen.CHANGE;
import static dev.drover.testkit.trial.Specimen.LIFE;
import static dev.drover.testkit.trial.Specimen.builder;
import static dev.drover.testkit.trial.Specimen.child;
import static dev.drover.testkit.trial.Specimen.isCurrent;
import static dev.drover.testkit.trial.Specimen.loose;
import static dev.drover.testkit.trial.Specimen.pages;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.ClusterClient;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Reason;
import dev.drover.runtime.Result;
import java.util.List;

/// Controllers that do not survive a crash between two of their writes.
final class CrashSpecimens {
  private static final String FINALIZER = "trials.drover.dev/cleanup";

  private CrashSpecimens() {}

  static List<Specimen> all(boolean repaired) {
    return List.of(
        Specimen.of(
            "creates only if the status is empty",
            repaired,
            m -> createsOnlyIfStatusIsEmpty(m, repaired),
            CHANGE,
            "crash-after=patch_pages/status_hello#1",
            "end state",
            "configmaps hello: is missing"),
        Specimen.of(
            "creates the second child only with the first",
            repaired,
            m -> createsSecondChildOnlyWithFirst(m, repaired),
            CHANGE,
            "crash-after=create_configmaps_hello-a#1",
            "end state",
            "configmaps hello-b: is missing"),
        Specimen.of(
            "removes the finalizer before the clean-up",
            repaired,
            m -> removesFinalizerTooEarly(m, repaired),
            LIFE,
            "crash-after=patch_pages_hello#2",
            "nothing is left",
            "configmaps hello"),
        Specimen.of(
            "skips a phase of the clean-up",
            repaired,
            m -> skipsPhaseOfCleanup(m, repaired),
            LIFE,
            "crash-after=patch_pages/status_hello#1",
            "nothing is left",
            "configmaps hello-b"),
        Specimen.of(
            "cleans up when it sees the object vanish",
            repaired,
            m -> cleansUpOnDisappearance(m, repaired),
            LIFE,
            "crash-before=delete_configmaps_hello#1",
            "nothing is left",
            "configmaps hello"),
        Specimen.of(
            "decides by the event, not by the state",
            repaired,
            m -> decidesByEvent(m, repaired),
            CHANGE,
            "crash-before=apply_configmaps_hello#2",
            "end state",
            "data.text is '1', undisturbed it is '2'"),
        Specimen.of(
            "creates a child with a generated name before it notes that",
            repaired,
            m -> createsGeneratedNames(m, repaired),
            CHANGE,
            "timeout-after=create_configmaps_hello-*#1",
            "configmaps hello-*"),
        Specimen.of(
            "counts in the status what it did",
            repaired,
            m -> countsInStatus(m, repaired),
            CHANGE,
            "timeout-after=create_configmaps_hello#1",
            "end state",
            "status.ready"),
        Specimen.of(
            "deletes by name without looking at the uid",
            repaired,
            m -> deletesByName(m, repaired),
            AGAIN,
            "stale=workload_delete_pages_hello#1@3",
            "creates and deletes",
            "configmaps hello: deleted 2 times, undisturbed 1"));
  }

  private static void createsOnlyIfStatusIsEmpty(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          if (repaired) {
            ctx.client().apply(child(page, page.name()));
            ctx.client().updateStatus(page, new Page.Status("Ready", null));
          } else if (page.status() == null) {
            ctx.client().updateStatus(page, new Page.Status("Ready", null));
            ctx.client().create(child(page, page.name()));
          } else {
            ctx.client()
                .find(ConfigMap.class, page.namespace(), page.name())
                .ifPresent(_ -> ctx.client().apply(child(page, page.name())));
          }
          return Result.done();
        });
  }

  private static void createsSecondChildOnlyWithFirst(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          ClusterClient client = ctx.client();
          String first = page.name() + "-a";
          String second = page.name() + "-b";
          boolean isNew = client.find(ConfigMap.class, page.namespace(), first).isEmpty();
          if (isNew) {
            client.create(child(page, first));
          }
          boolean isSecondWanted =
              repaired ? client.find(ConfigMap.class, page.namespace(), second).isEmpty() : isNew;
          if (isSecondWanted) {
            client.create(child(page, second));
          }
          client.apply(child(page, first));
          client
              .find(ConfigMap.class, page.namespace(), second)
              .ifPresent(_ -> client.apply(child(page, second)));
          return Result.done();
        });
  }

  private static void removesFinalizerTooEarly(Manager manager, boolean repaired) {
    builder(manager)
        .watches(ConfigMap.class, EventMapper.itself())
        .complete(
            (page, ctx) -> {
              ClusterClient client = ctx.client();
              if (!page.isBeingDeleted()) {
                Page with = client.addFinalizer(page, FINALIZER);
                if (repaired && !isCurrent(with, client)) {
                  return Result.done();
                }
                client.apply(loose(with, with.name()));
                return Result.done();
              }
              if (!page.metadata().finalizers().contains(FINALIZER)) {
                return Result.done();
              }
              if (!repaired) {
                client.removeFinalizer(page, FINALIZER);
              }
              (repaired ? client.live() : client)
                  .find(ConfigMap.class, page.namespace(), page.name())
                  .ifPresent(client::delete);
              if (repaired) {
                client.removeFinalizer(page, FINALIZER);
              }
              return Result.done();
            });
  }

  private static void skipsPhaseOfCleanup(Manager manager, boolean repaired) {
    builder(manager)
        .watches(ConfigMap.class, EventMapper.label("page"))
        .complete(
            (page, ctx) -> {
              ClusterClient client = ctx.client();
              if (!page.isBeingDeleted()) {
                Page with = client.addFinalizer(page, FINALIZER);
                if (repaired && !isCurrent(with, client)) {
                  return Result.done();
                }
                client.apply(labelled(with, with.name() + "-a"));
                client.apply(labelled(with, with.name() + "-b"));
                return Result.done();
              }
              boolean isFirst = page.status() == null;
              if (isFirst && !repaired) {
                client.updateStatus(page, new Page.Status("Cleaned", null));
              }
              if (isFirst || repaired) {
                for (String name : List.of(page.name() + "-a", page.name() + "-b")) {
                  (repaired ? client.live() : client)
                      .find(ConfigMap.class, page.namespace(), name)
                      .ifPresent(client::delete);
                }
              }
              client.editLatest(page, p -> without(p));
              return Result.done();
            });
  }

  private static ConfigMap labelled(Page page, String name) {
    return loose(page, name).with(c -> c.label("page", page.name()));
  }

  private static Page without(Page page) {
    return new Page(page.metadata().withoutFinalizer(FINALIZER), page.spec(), page.status());
  }

  private static void cleansUpOnDisappearance(Manager manager, boolean repaired) {
    if (repaired) {
      pages(
          manager,
          (page, ctx) -> {
            ctx.client().apply(child(page, page.name()));
            return Result.done();
          });
      return;
    }
    manager.install(Page.class);
    manager.cache().informer(ConfigMap.class);
    manager
        .controllerFor(Page.class)
        .completeRequests(
            (request, ctx) -> {
              var page = ctx.client().find(Page.class, request.namespace(), request.name());
              if (page.isPresent()) {
                ctx.client().apply(loose(page.get(), request.name()));
              } else {
                ctx.client()
                    .find(ConfigMap.class, request.namespace(), request.name())
                    .ifPresent(ctx.client()::delete);
              }
              return Result.done();
            });
  }

  private static void decidesByEvent(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          boolean isThere =
              ctx.client().find(ConfigMap.class, page.namespace(), page.name()).isPresent();
          boolean isChanged =
              ctx.reason() instanceof Reason.Event event && event.fields().contains("spec.text");
          if (repaired || !isThere || isChanged) {
            ctx.client().apply(child(page, page.name()));
          }
          return Result.done();
        });
  }

  private static void createsGeneratedNames(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          if (repaired) {
            ctx.client().apply(child(page, page.name() + "-1"));
          } else if (page.status() == null) {
            ctx.client()
                .create(
                    child(page, "")
                        .with(c -> c.metadata(m -> m.name("").generateName(page.name() + "-"))));
          }
          ctx.client().updateStatus(page, new Page.Status("Ready", null));
          return Result.done();
        });
  }

  private static void countsInStatus(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          ClusterClient client = ctx.client();
          int ready = page.status() == null ? 0 : page.status().ready();
          if (client.find(ConfigMap.class, page.namespace(), page.name()).isEmpty()) {
            client.create(child(page, page.name()));
            ready++;
          }
          client.apply(child(page, page.name()));
          client.updateStatus(page, new Page.Status("Ready", repaired ? 1 : ready));
          return Result.done();
        });
  }

  private static void deletesByName(Manager manager, boolean repaired) {
    builder(manager)
        .watches(ConfigMap.class, EventMapper.itself())
        .complete(
            (page, ctx) -> {
              ClusterClient client = ctx.client();
              if (!page.isBeingDeleted()) {
                Page with = client.addFinalizer(page, FINALIZER);
                if (repaired && !isCurrent(with, client)) {
                  return Result.done();
                }
                String uid = with.metadata().uid();
                client.apply(
                    loose(with, with.name())
                        .with(c -> c.metadata(m -> m.annotation("page-uid", uid))));
                return Result.done();
              }
              client
                  .live()
                  .find(ConfigMap.class, page.namespace(), page.name())
                  .filter(c -> !repaired || isOf(c, page))
                  .ifPresent(client::delete);
              if (page.metadata().finalizers().contains(FINALIZER)) {
                client.removeFinalizer(page, FINALIZER);
              }
              return Result.done();
            });
  }

  private static boolean isOf(ConfigMap map, Page page) {
    return page.metadata().uid().equals(map.metadata().annotations().get("page-uid"));
  }
}
