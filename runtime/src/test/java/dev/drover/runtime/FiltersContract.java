package dev.drover.runtime;

import static dev.drover.api.Labels.labelIs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// Which changes are worth a reconcile.
abstract class FiltersContract extends OnCluster {
  private final BlockingQueue<String> runs = new LinkedBlockingQueue<>();
  private Deployment web;

  private void start(EventFilter<? super Deployment> filter) throws Exception {
    start(manager.controllerFor(Deployment.class).with(filter));
  }

  private void start(ControllerBuilder<Deployment> controller) throws Exception {
    controller.complete(
        (deployment, ctx) -> {
          runs.add(deployment.name());
          return Result.done();
        });
    manager.start();
    web =
        client.create(
            Deployment.named(namespace, "web")
                .with(
                    d ->
                        d.spec(
                            s ->
                                s.replicas(1)
                                    .matchLabel("app", "web")
                                    .template(
                                        t ->
                                            t.label("app", "web")
                                                .container("c", c -> c.image("web:1"))))));
    runs();
  }

  private List<String> runs() throws Exception {
    manager.settle(SOON);
    List<String> seen = List.copyOf(runs);
    runs.clear();
    return seen;
  }

  private void relabel() {
    web = client.editMetadata(web, m -> m.withLabel("team", "a" + m.resourceVersion()));
  }

  private void annotate() {
    web = client.editMetadata(web, m -> m.withAnnotation("note", "a" + m.resourceVersion()));
  }

  private void scale(int replicas) {
    web = client.edit(web, d -> d.with(b -> b.spec(s -> s.replicas(replicas))));
  }

  private void remove() {
    client.resources(Deployment.class).inNamespace(namespace).delete("web");
  }

  @Test
  void filterThatFailsLosesNoChange() throws Exception {
    start(
        change -> {
          throw new IllegalStateException("no idea");
        });
    scale(2);
    assertThat(runs()).isNotEmpty().containsOnly("web");
  }

  @Test
  void changeMustPassAllFilters() throws Exception {
    start(
        manager
            .controllerFor(Deployment.class)
            .with(EventFilter.labels())
            .with(EventFilter.generation()));
    relabel();
    scale(2);
    assertThat(runs()).isEmpty();
  }

  @Test
  void generationFilterPassesSpecChangesAndNotStatusChanges() throws Exception {
    start(EventFilter.generation());
    relabel(); // no annotation: servers count those of Deployments
    assertThat(runs()).isEmpty();
    scale(3);
    assertThat(runs()).containsExactly("web");
  }

  @Test
  void labelFilterPassesChangesOfLabelsOnly() throws Exception {
    start(EventFilter.labels());
    annotate();
    scale(3);
    assertThat(runs()).isEmpty();
    relabel();
    assertThat(runs()).containsExactly("web");
  }

  @Test
  void annotationFilterPassesChangesOfAnnotationsOnly() throws Exception {
    start(EventFilter.annotations());
    relabel();
    assertThat(runs()).isEmpty();
    annotate();
    assertThat(runs()).containsExactly("web");
  }

  @Test
  void labelFilterPassesObjectsThatHaveOrHadTheLabel() throws Exception {
    start(EventFilter.matching(labelIs("team", "red")));
    scale(2);
    assertThat(runs()).isEmpty();
    web = client.editMetadata(web, m -> m.withLabel("team", "red"));
    assertThat(runs()).containsExactly("web");
    web = client.editMetadata(web, m -> m.withLabel("team", "blue"));
    assertThat(runs()).as("it carried it before").containsExactly("web");
    scale(4);
    assertThat(runs()).isEmpty();
  }

  @Test
  void customFilterDecides() throws Exception {
    start(EventFilter.when(d -> d.spec().replicas() > 2));
    scale(2);
    assertThat(runs()).isEmpty();
    scale(3);
    assertThat(runs()).containsExactly("web");
    remove();
    assertThat(runs()).as("objects that are gone are not reconciled").isEmpty();
  }

  @Test
  void filterOfTheBuilderAppliesToEveryKindThatIsWatched() throws Exception {
    start(
        manager
            .controllerFor(Deployment.class)
            .withEventFilter(EventFilter.labels())
            .owns(ConfigMap.class));
    ConfigMap owned = client.create(ConfigMap.named(namespace, "owned").with(m -> m.ownedBy(web)));
    assertThat(runs()).containsExactly("web");
    scale(2);
    owned = client.edit(owned, m -> m.with(b -> b.data("k", "v")));
    assertThat(runs()).as("changes without other labels").isEmpty();
    client.editMetadata(owned, m -> m.withLabel("team", "a"));
    assertThat(runs()).containsExactly("web");
    relabel();
    assertThat(runs()).containsExactly("web");
  }
}
