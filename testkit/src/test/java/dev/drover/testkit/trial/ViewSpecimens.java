package dev.drover.testkit.trial;

import static dev.drover.testkit.trial.Specimen.AGAIN;
import static dev.drover.testkit.trial.Specimen.CHANGE;
import static dev.drover.testkit.trial.Specimen.LIFE;
import static dev.drover.testkit.trial.Specimen.builder;
import static dev.drover.testkit.trial.Specimen.child;
import static dev.drover.testkit.trial.Specimen.isCurrent;
import static dev.drover.testkit.trial.Specimen.loose;
import static dev.drover.testkit.trial.Specimen.pages;

import dev.drover.api.Manifests;
import dev.drover.client.ListOption;
import dev.drover.client.Reader;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.ClusterClient;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Controllers that rely on what they see, on what they remember, or on being alone.
final class ViewSpecimens {
  private ViewSpecimens() {}

  static List<Specimen> all(boolean repaired) {
    return List.of(
        Specimen.of(
            "reads a plain informer after its own write",
            repaired,
            m -> readsPlainInformer(m, repaired),
            CHANGE,
            "slow-watch=configmaps@1",
            "configmaps hello-*"),
        Specimen.of(
            "does not watch its children",
            repaired,
            m -> doesNotWatchChildren(m, repaired),
            CHANGE,
            "delete-child=configmaps_hello@2",
            "end state",
            "configmaps hello: is missing"),
        Specimen.of(
            "never changes what it created",
            repaired,
            m -> neverChanges(m, repaired),
            CHANGE,
            "delete-child=configmaps_hello@2",
            "end state",
            "data.text"),
        Specimen.of(
            "keeps children that are no longer wanted",
            repaired,
            m -> keepsUnwanted(m, repaired),
            trial -> {
              trial.create(Page.of("hello", "1", 3));
              trial.edit(Page.class, "hello", p -> p.withCopies(1));
            },
            "delete-child=configmaps_hello-2@2",
            "end state",
            "configmaps hello-"),
        Specimen.of(
            "replaces objects without their version",
            repaired,
            m -> replacesBlindly(m, repaired),
            CHANGE,
            "other-writer=update_configmaps_hello#1",
            "other writers",
            "update configmaps hello"),
        Specimen.of(
            "leaves the old child after a rename",
            repaired,
            m -> leavesOldChild(m, repaired),
            trial -> {
              trial.create(Page.of("hello", "1").withTarget("first"));
              trial.edit(Page.class, "hello", p -> p.withTarget("second"));
              trial.delete(Page.class, "hello");
            },
            Specimen.NONE,
            "nothing is left",
            "configmaps first"),
        Specimen.of(
            "makes children without an owner",
            repaired,
            m -> makesOrphans(m, repaired),
            LIFE,
            Specimen.NONE,
            "nothing is left",
            "configmaps hello"),
        Specimen.of(
            "remembers uids by name",
            repaired,
            m -> remembersUids(m, repaired),
            AGAIN,
            Specimen.NONE,
            "configmaps hello"),
        Specimen.of(
            "adopts objects of others",
            repaired,
            m -> adoptsOthers(m, repaired),
            trial -> {
              trial.finallyTrue(
                  "the map of the user is still there",
                  r -> r.find(ConfigMap.class, trial.namespace(), "hello").isPresent());
              trial.step(
                  "create ConfigMap hello",
                  c -> c.create(ConfigMap.named(trial.namespace(), "hello")));
              trial.create(Page.of("hello", "1"));
              trial.delete(Page.class, "hello");
            },
            Specimen.NONE,
            "the map of the user is still there"),
        Specimen.of(
            "uses rights that it did not declare",
            repaired,
            m -> usesMoreRights(m, repaired),
            trial -> {
              trial.rights(
                  Manifests.parse(
                          """
                          apiVersion: rbac.authorization.k8s.io/v1
                          kind: ClusterRole
                          metadata: {name: pages}
                          rules:
                          - apiGroups: [""]
                            resources: [configmaps]
                            verbs: [get, list, watch, create, patch]
                          - apiGroups: [trials.drover.dev]
                            resources: [pages]
                            verbs: [list, watch]
                          - apiGroups: [trials.drover.dev]
                            resources: [pages/status]
                            verbs: [patch]
                          """)
                      .getFirst());
              trial.create(Page.of("hello", "1"));
            },
            Specimen.NONE,
            "rights",
            "get secrets hello"));
  }

  private static void readsPlainInformer(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          ClusterClient client = ctx.client();
          String prefix = page.name() + "-";
          boolean isThere =
              repaired
                  ? hasChild(page, client) || hasChild(page, client.live())
                  : !manager.cache().informer(ConfigMap.class).indexer().list().isEmpty();
          if (!isThere) {
            client.create(
                child(page, "").with(c -> c.metadata(m -> m.name("").generateName(prefix))));
          }
          client.updateStatus(page, new Page.Status(page.spec().text(), null));
          return Result.done();
        });
  }

  /// Reads show own writes, but after a restart a cache may be older than the writes of the process
  /// before: a create with a generated name, which the server never refuses, needs a live read.
  private static boolean hasChild(Page page, Reader reader) {
    return reader.list(ConfigMap.class, ListOption.in(page.namespace())).stream()
        .flatMap(map -> map.metadata().ownerReferences().stream())
        .anyMatch(owner -> owner.uid().equals(page.metadata().uid()));
  }

  private static void doesNotWatchChildren(Manager manager, boolean repaired) {
    var controller = builder(manager);
    (repaired ? controller.owns(ConfigMap.class) : controller)
        .complete(
            (page, ctx) -> {
              ctx.client().apply(child(page, page.name()));
              return Result.done();
            });
  }

  private static void neverChanges(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          boolean isThere =
              ctx.client().find(ConfigMap.class, page.namespace(), page.name()).isPresent();
          if (repaired || !isThere) {
            ctx.client().apply(child(page, page.name()));
          }
          return Result.done();
        });
  }

  private static void keepsUnwanted(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          if (repaired && !isCurrent(page, ctx.client())) {
            return Result.done();
          }
          int copies = page.spec().copies();
          for (int i = 1; i <= copies; i++) {
            ctx.client().apply(child(page, page.name() + "-" + i));
          }
          for (int i = copies + 1; repaired && i <= 9; i++) {
            ctx.client()
                .find(ConfigMap.class, page.namespace(), page.name() + "-" + i)
                .ifPresent(ctx.client()::delete);
          }
          return Result.done();
        });
  }

  private static void replacesBlindly(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          ClusterClient client = ctx.client();
          ConfigMap wanted = child(page, page.name());
          var there = client.find(ConfigMap.class, page.namespace(), page.name());
          if (there.isEmpty()) {
            client.create(wanted);
          } else if (!there.get().data().equals(wanted.data())) {
            client.update(repaired ? there.get().with(c -> c.data(wanted.data())) : wanted);
          }
          return Result.done();
        });
  }

  private static void leavesOldChild(Manager manager, boolean repaired) {
    builder(manager)
        .finalizer(
            "trials.drover.dev/cleanup",
            (page, ctx) -> {
              deleteAllBut("", page, ctx.client(), repaired);
              return Result.done();
            })
        .watches(ConfigMap.class, EventMapper.label("page"))
        .complete(
            (page, ctx) -> {
              if (repaired && !isCurrent(page, ctx.client())) {
                return Result.done();
              }
              ctx.client()
                  .apply(loose(page, page.spec().target()).with(c -> c.label("page", page.name())));
              if (repaired) {
                deleteAllBut(page.spec().target(), page, ctx.client(), true);
              }
              return Result.done();
            });
  }

  private static void deleteAllBut(String kept, Page page, ClusterClient client, boolean repaired) {
    Reader reader = repaired ? client.live() : client; // a cache may lack what is to go
    reader.list(ConfigMap.class, ListOption.in(page.namespace())).stream()
        .filter(c -> page.name().equals(c.metadata().labels().get("page")))
        .filter(c -> !c.name().equals(kept))
        .filter(c -> repaired || c.name().equals(page.spec().target()))
        .forEach(client::delete);
  }

  private static void makesOrphans(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          ctx.client().apply(repaired ? child(page, page.name()) : loose(page, page.name()));
          return Result.done();
        });
  }

  private static void remembersUids(Manager manager, boolean repaired) {
    Map<String, Page> known = new ConcurrentHashMap<>();
    pages(
        manager,
        (page, ctx) -> {
          Page owner = repaired ? page : known.computeIfAbsent(page.name(), _ -> page);
          ctx.client().apply(loose(page, page.name()).with(c -> c.ownedBy(owner)));
          return Result.done();
        });
  }

  private static void adoptsOthers(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          boolean isStranger =
              ctx.client()
                  .find(ConfigMap.class, page.namespace(), page.name())
                  .filter(c -> c.metadata().ownerReferences().isEmpty())
                  .isPresent();
          if (!repaired || !isStranger) {
            ctx.client().apply(child(page, page.name()));
          }
          return Result.done();
        });
  }

  private static void usesMoreRights(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          if (!repaired) {
            var _ = ctx.client().live().find(Secret.class, page.namespace(), page.name());
          }
          ctx.client().apply(child(page, page.name()));
          return Result.done();
        });
  }
}
