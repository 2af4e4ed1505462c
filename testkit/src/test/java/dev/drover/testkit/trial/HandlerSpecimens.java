package dev.drover.testkit.trial;

import static dev.drover.testkit.trial.Specimen.CHANGE;
import static dev.drover.testkit.trial.Specimen.CREATE;
import static dev.drover.testkit.trial.Specimen.child;

import dev.drover.api.Selector;
import dev.drover.client.Client;
import dev.drover.client.KubernetesException;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Source;
import dev.drover.runtime.lasso.IgnoredException;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.util.List;
import java.util.function.Consumer;

/// Controllers in Lasso's style.
final class HandlerSpecimens {
  private HandlerSpecimens() {}

  /// A map is labelled for a page, and then no more.
  private static final Consumer<Trial> RELABEL =
      trial -> {
        trial.create(Page.of("hello", "1"));
        trial.create(ConfigMap.named("", "scoop").with(c -> c.label("page", "hello")));
        trial.edit(
            ConfigMap.class,
            "scoop",
            c -> c.with(b -> b.metadata(c.metadata().withoutLabel("page"))));
      };

  static List<Specimen> all(boolean repaired) {
    return List.of(
        Specimen.started(
            "ignores every failure of a handler",
            repaired,
            t -> t.factory(f -> ignoresFailures(f, repaired)),
            CREATE,
            "error=apply_configmaps_hello#1",
            "end state",
            "configmaps hello: is missing"),
        Specimen.started(
            "enqueues what it has just handled",
            repaired,
            t -> t.factory(f -> enqueuesItself(f, repaired)),
            CREATE,
            Specimen.NONE,
            "hot loop",
            "apply configmaps hello"),
        Specimen.started(
            "forgets the label that an object had",
            repaired,
            t -> t.factory(f -> forgetsOldLabel(f, repaired)),
            RELABEL,
            "restart=now@3",
            "a restart changes objects",
            "pages hello"),
        Specimen.started(
            "crashes in a handler",
            repaired,
            t -> t.factory(f -> crashesOnMissingStatus(f, repaired)),
            CHANGE,
            "error=patch_pages/status_hello#1",
            "no crash",
            "NullPointerException"));
  }

  /// Handles pages, also if one of their maps changes.
  private static SharedController<Page> pages(SharedControllerFactory factory) {
    factory.install(Page.class);
    SharedController<Page> pages = factory.forObject(Page.class);
    pages
        .controller()
        .watch(
            Source.of(
                factory.forObject(ConfigMap.class).informer(), EventMapper.owner(Page.class)));
    return pages;
  }

  private static void ignoresFailures(SharedControllerFactory factory, boolean repaired) {
    Client client = factory.clients().client();
    pages(factory)
        .registerHandler(
            "page",
            (_, page) -> {
              if (page == null || page.isBeingDeleted()) {
                return page;
              }
              try {
                client.apply(child(page, page.name()));
              } catch (KubernetesException e) {
                if (repaired) {
                  throw e;
                }
                throw new IgnoredException("it will be fine: " + e.getMessage());
              }
              return page;
            });
  }

  private static void enqueuesItself(SharedControllerFactory factory, boolean repaired) {
    Client client = factory.clients().client();
    SharedController<Page> pages = pages(factory);
    pages.registerHandler(
        "page",
        (key, page) -> {
          if (page != null && !page.isBeingDeleted()) {
            client.apply(child(page, page.name()));
            if (!repaired) {
              pages.enqueue(key);
            }
          }
          return page;
        });
  }

  private static void forgetsOldLabel(SharedControllerFactory factory, boolean repaired) {
    Client client = factory.clients().client();
    SharedController<Page> pages = pages(factory);
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    pages.registerHandler(
        "count",
        (key, page) -> {
          if (page == null || page.isBeingDeleted()) {
            return page;
          }
          long count =
              maps.informer()
                  .lister()
                  .inNamespace(key.namespace())
                  .list(Selector.parse("page=" + key.name()))
                  .size();
          return client.updateStatus(page, new Page.Status("Counted", (int) count));
        });
    if (repaired) {
      pages.controller().watch(Source.of(maps.informer(), EventMapper.label("page")));
      return;
    }
    maps.registerHandler(
        "wake",
        (key, map) -> {
          String page = map == null ? null : map.metadata().labels().get("page");
          if (page != null) {
            pages.enqueue(key.namespace(), page);
          }
          return map;
        });
  }

  private static void crashesOnMissingStatus(SharedControllerFactory factory, boolean repaired) {
    Client client = factory.clients().client();
    pages(factory)
        .registerHandler(
            "page",
            (_, page) -> {
              if (page == null || page.isBeingDeleted()) {
                return page;
              }
              boolean isNew = page.spec().text().equals("1");
              if (isNew && (repaired || page.metadata().annotations().isEmpty())) {
                Page seen = client.editMetadata(page, m -> m.withAnnotation("seen", "yes"));
                return client.updateStatus(seen, new Page.Status("Ready", 1));
              }
              int ready = repaired ? 1 : page.status().ready();
              return client.updateStatus(page, new Page.Status(page.spec().text(), ready));
            });
  }
}
