package dev.drover.testkit.trial;

import static dev.drover.testkit.trial.Specimen.CHANGE;
import static dev.drover.testkit.trial.Specimen.CREATE;
import static dev.drover.testkit.trial.Specimen.LIFE;
import static dev.drover.testkit.trial.Specimen.builder;
import static dev.drover.testkit.trial.Specimen.child;
import static dev.drover.testkit.trial.Specimen.isCurrent;
import static dev.drover.testkit.trial.Specimen.loose;
import static dev.drover.testkit.trial.Specimen.pages;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.OwnerReference;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import dev.drover.client.ApiException;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.rbac.v1.ClusterRole;
import dev.drover.runtime.ClusterClient;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Request;
import dev.drover.runtime.Result;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Controllers that reach beyond one namespace, one kind or one entry.
final class ScopeSpecimens {
  private static final String FINALIZER = "trials.drover.dev/cleanup";
  private static final List<String> PLACES = List.of("default", "kube-public");

  private ScopeSpecimens() {}

  /// A page that is published in one namespace, then in another, and deleted.
  private static final Consumer<Trial> MOVE =
      trial -> {
        trial.create(Page.of("hello", "1").withTarget(PLACES.getFirst()));
        trial.edit(Page.class, "hello", p -> p.withTarget(PLACES.getLast()));
        trial.delete(Page.class, "hello");
      };

  static List<Specimen> all(boolean repaired) {
    return List.of(
        Specimen.of(
            "makes a child before its own finalizer",
            repaired,
            m -> finalizerComesLate(m, repaired),
            trial -> {
              trial.create(Page.of("hello", "1"));
              trial.delete(Page.class, "hello");
            },
            "crash-down=apply_configmaps_hello#1",
            "nothing is left",
            "configmaps hello"),
        Specimen.of(
            "names its child by what it saw first",
            repaired,
            m -> namesByFirstSight(m, repaired),
            CHANGE,
            "restart=now@2",
            "a restart changes objects",
            "configmaps hello-2"),
        Specimen.of(
            "replaces all annotations of a dynamic object",
            repaired,
            m -> replacesAnnotations(m, repaired),
            CREATE,
            "other-writer=patch_pages_hello#1",
            "other writers",
            "patch pages hello"),
        Specimen.of(
            "removes the finalizers of others",
            repaired,
            m -> removesAllFinalizers(m, repaired),
            trial -> {
              Page page = Page.of("hello", "1");
              trial.create(
                  new Page(
                      page.metadata().with(m -> m.finalizer("example.com/other")),
                      page.spec(),
                      null));
              trial.delete(Page.class, "hello");
              trial.step(
                  "the other lets go",
                  c -> c.removeFinalizer(c.get(Page.class, "hello"), "example.com/other"));
            },
            Specimen.NONE,
            "step 3 fails: the other lets go"),
        Specimen.of(
            "sends an old version for ever",
            repaired,
            m -> repeatsConflict(m, repaired),
            CHANGE,
            "other-writer=update_configmaps_hello#1",
            "does not end",
            "update configmaps hello"),
        Specimen.of(
            "waits until the server has what was sent",
            repaired,
            m -> comparesWithDefaults(m, repaired),
            CREATE,
            Specimen.NONE,
            "fails again and again",
            "RETRY"),
        Specimen.of(
            "leaves its cluster role",
            repaired,
            m -> leavesClusterRole(m, repaired),
            LIFE,
            Specimen.NONE,
            "nothing is left",
            "clusterroles page-NAMESPACE-hello"),
        Specimen.started(
            "cleans up where it writes today",
            repaired,
            t -> t.manager("pages", m -> cleansUpToday(m, repaired), o -> o.namespaces()),
            MOVE,
            Specimen.NONE,
            "nothing is left",
            "configmaps page-hello in default"),
        Specimen.of(
            "owns an object in another namespace",
            repaired,
            m -> ownsElsewhere(m, repaired),
            CREATE,
            Specimen.NONE,
            "owner references",
            "configmaps page-hello in default"),
        Specimen.of(
            "acts on the transition that another controller makes",
            repaired,
            m -> actsOnTransition(m, repaired),
            CHANGE,
            "crash-before=apply_configmaps_hello#1",
            "end state",
            "configmaps hello: is missing"),
        Specimen.of(
            "says that it is ready before it is",
            repaired,
            m -> saysReadyFirst(m, repaired),
            trial -> {
              trial.always(
                  "a page is ready when its map is",
                  r ->
                      r
                          .find(Page.class, trial.namespace(), "hello")
                          .filter(p -> p.status() != null)
                          .stream()
                          .allMatch(
                              p ->
                                  r.find(ConfigMap.class, trial.namespace(), "hello")
                                      .filter(c -> isAtOrPast(p.status(), c))
                                      .isPresent()));
              CHANGE.accept(trial);
            },
            Specimen.NONE,
            "does not hold: a page is ready when its map is"));
  }

  /// Whether a map has the text that the status tells of, or a later one.
  private static boolean isAtOrPast(Page.Status status, ConfigMap map) {
    return String.valueOf(status.phase()).compareTo(map.data().getOrDefault("text", "")) <= 0;
  }

  private static void finalizerComesLate(Manager manager, boolean repaired) {
    builder(manager)
        .watches(ConfigMap.class, EventMapper.itself())
        .complete(
            (page, ctx) -> {
              ClusterClient client = ctx.client();
              if (page.isBeingDeleted()) {
                client
                    .live()
                    .find(ConfigMap.class, page.namespace(), page.name())
                    .ifPresent(client::delete);
                if (page.metadata().finalizers().contains(FINALIZER)) {
                  client.removeFinalizer(page, FINALIZER);
                }
                return Result.done();
              }
              if (repaired) {
                client.addFinalizer(page, FINALIZER);
                if (!isCurrent(page, client)) {
                  return Result.done();
                }
              }
              client.apply(loose(page, page.name()));
              if (!repaired) {
                client.addFinalizer(page, FINALIZER);
              }
              return Result.done();
            });
  }

  private static void namesByFirstSight(Manager manager, boolean repaired) {
    Map<ObjectKey, String> names = new ConcurrentHashMap<>();
    pages(
        manager,
        (page, ctx) -> {
          String first =
              names.computeIfAbsent(
                  page.key(), _ -> page.name() + "-" + page.metadata().generation());
          ctx.client().apply(child(page, repaired ? page.name() : first));
          return Result.done();
        });
  }

  private static void replacesAnnotations(Manager manager, boolean repaired) {
    manager.install(Page.class);
    Kind<DynamicObject> kind =
        Kind.dynamic(
            new GroupVersionKind("trials.drover.dev", "v1", "Page"), "pages", Scope.NAMESPACED);
    manager
        .controllerFor(kind)
        .complete(
            (page, ctx) -> {
              if (page.metadata().annotations().containsKey("seen")) {
                return Result.done();
              }
              Patch patch =
                  repaired
                      ? Patch.merge("{\"metadata\":{\"annotations\":{\"seen\":\"yes\"}}}")
                      : Patch.json(
                          "[{\"op\":\"add\",\"path\":\"/metadata/annotations\","
                              + "\"value\":{\"seen\":\"yes\"}}]");
              ctx.client().patch(page, patch);
              return Result.done();
            });
  }

  private static void removesAllFinalizers(Manager manager, boolean repaired) {
    manager.install(Page.class);
    manager
        .controllerFor(Page.class)
        .complete(
            (page, ctx) -> {
              List<String> finalizers = page.metadata().finalizers();
              if (!page.isBeingDeleted()) {
                ctx.client().addFinalizer(page, FINALIZER);
              } else if (finalizers.contains(FINALIZER)) {
                List<String> kept =
                    repaired
                        ? finalizers.stream().filter(f -> !f.equals(FINALIZER)).toList()
                        : List.of();
                ctx.client().editMetadata(page, m -> m.with(b -> b.finalizers(kept)));
              }
              return Result.done();
            });
  }

  private static void repeatsConflict(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          ClusterClient client = ctx.client();
          Optional<ConfigMap> there = client.find(ConfigMap.class, page.namespace(), page.name());
          if (there.isEmpty()) {
            client.create(child(page, page.name()));
            return Result.done();
          }
          ConfigMap wanted = there.get().with(c -> c.data("text", page.spec().text()));
          while (true) {
            try {
              client.update(wanted);
              return Result.done();
            } catch (ApiException.Conflict e) {
              if (repaired) {
                throw e;
              }
            }
          }
        });
  }

  private static void comparesWithDefaults(Manager manager, boolean repaired) {
    manager.install(Page.class);
    manager
        .controllerFor(Page.class)
        .owns(Deployment.class)
        .complete(
            (page, ctx) -> {
              Deployment wanted =
                  Deployment.named(page.namespace(), page.name())
                      .with(
                          d ->
                              d.ownedBy(page)
                                  .spec(
                                      s ->
                                          s.replicas(page.spec().copies())
                                              .matchLabel("page", page.name())
                                              .template(
                                                  t ->
                                                      t.label("page", page.name())
                                                          .container("c", c -> c.image("a:1")))));
              Deployment stored = ctx.client().apply(wanted);
              boolean isSame =
                  repaired
                      ? stored.spec().replicas().equals(wanted.spec().replicas())
                      : stored.spec().equals(wanted.spec());
              return isSame ? Result.done() : Result.retry();
            });
  }

  private static void leavesClusterRole(Manager manager, boolean repaired) {
    manager.install(Page.class);
    var controller =
        manager
            .controllerFor(Page.class)
            .watches(
                ClusterRole.class,
                role -> {
                  String page = role.metadata().labels().get("page");
                  String of = role.metadata().labels().getOrDefault("namespace", "");
                  return page == null ? List.of() : List.of(Request.of(ObjectKey.of(of, page)));
                });
    if (repaired) {
      controller.finalizer(
          FINALIZER,
          (page, ctx) -> {
            ctx.client()
                .live()
                .find(Kind.of(ClusterRole.class), ObjectKey.of(role(page)))
                .ifPresent(ctx.client()::delete);
            return Result.done();
          });
    }
    controller.complete(
        (page, ctx) -> {
          if (!page.isBeingDeleted() && (!repaired || isCurrent(page, ctx.client()))) {
            ctx.client()
                .apply(
                    ClusterRole.named(role(page))
                        .with(
                            r ->
                                r.label("page", page.name()).label("namespace", page.namespace())));
          }
          return Result.done();
        });
  }

  private static String role(Page page) {
    return "page-" + page.namespace() + "-" + page.name();
  }

  private static void cleansUpToday(Manager manager, boolean repaired) {
    builder(manager)
        .finalizer(
            FINALIZER,
            (page, ctx) -> {
              List<String> places = repaired ? PLACES : List.of(page.spec().target());
              places.forEach(place -> delete(ctx.client(), place, page));
              return Result.done();
            })
        .watches(
            ConfigMap.class,
            map -> {
              String home = map.metadata().annotations().get("home");
              return home == null ? List.of() : List.of(Request.of(ObjectKey.of(home, "hello")));
            })
        .complete(
            (page, ctx) -> {
              if (page.isBeingDeleted() || (repaired && !isCurrent(page, ctx.client()))) {
                return Result.done();
              }
              String target = page.spec().target();
              ctx.client()
                  .apply(
                      published(page, target)
                          .with(c -> c.metadata(m -> m.annotation("home", page.namespace()))));
              if (repaired) {
                PLACES.stream()
                    .filter(place -> !place.equals(target))
                    .forEach(place -> delete(ctx.client(), place, page));
              }
              return Result.done();
            });
  }

  private static ConfigMap published(Page page, String place) {
    return ConfigMap.named(place, "page-" + page.name()).with(c -> c.data("text", "published"));
  }

  private static void delete(ClusterClient client, String place, Page page) {
    client.live().find(ConfigMap.class, place, "page-" + page.name()).ifPresent(client::delete);
  }

  private static void ownsElsewhere(Manager manager, boolean repaired) {
    builder(manager)
        .owns(ConfigMap.class)
        .complete(
            (page, ctx) -> {
              OwnerReference owner =
                  OwnerReference.builder()
                      .apiVersion("trials.drover.dev/v1")
                      .kind("Page")
                      .name(page.name())
                      .uid(page.metadata().uid())
                      .controller(true)
                      .build();
              String place = repaired ? page.namespace() : "default";
              ctx.client()
                  .apply(
                      published(page, place)
                          .with(c -> c.metadata(m -> m.uid("").ownerReferences(List.of(owner)))));
              return Result.done();
            });
  }

  private static void actsOnTransition(Manager manager, boolean repaired) {
    manager.install(Page.class);
    manager
        .controllerFor(Page.class)
        .named("prepares")
        .complete(
            (page, ctx) -> {
              if (page.spec().text().equals("2")) {
                ctx.client().updateStatus(page, new Page.Status("Ready", null));
              }
              return Result.done();
            });
    Map<ObjectKey, String> phases = new ConcurrentHashMap<>();
    manager
        .controllerFor(Page.class)
        .named("publishes")
        .owns(ConfigMap.class)
        .complete(
            (page, ctx) -> {
              String phase = page.status() == null ? "" : page.status().phase();
              String before = phases.getOrDefault(page.key(), phase);
              boolean isTransition = before.isEmpty() && phase.equals("Ready");
              if (isTransition || (repaired && phase.equals("Ready"))) {
                ctx.client().apply(child(page, page.name()));
              }
              phases.put(page.key(), phase);
              return Result.done();
            });
  }

  private static void saysReadyFirst(Manager manager, boolean repaired) {
    pages(
        manager,
        (page, ctx) -> {
          if (repaired && !isCurrent(page, ctx.client())) {
            return Result.done();
          }
          Page.Status ready = new Page.Status(page.spec().text(), null);
          if (!repaired) {
            ctx.client().updateStatus(page, ready);
          }
          ctx.client().apply(child(page, page.name()));
          if (repaired) {
            ctx.client().updateStatus(page, ready);
          }
          return Result.done();
        });
  }
}
