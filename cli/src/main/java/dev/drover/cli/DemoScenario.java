package dev.drover.cli;

import dev.drover.api.FieldSelector;
import dev.drover.api.Kind;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.events.v1.Event;
import dev.drover.runtime.Manager;
import dev.drover.server.EmbeddedApiServer;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// What happens in the demo, step by step, and what is checked at its end.
final class DemoScenario {
  private static final String NAMESPACE = "default";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final EmbeddedApiServer server;
  private final List<Manager> managers;
  private final PrintWriter out;
  private final CountDownLatch asked;
  private final Client client;
  private final ResourceClient<Icecream> icecreams;

  /// @param asked counted down when it shall end early
  DemoScenario(
      EmbeddedApiServer server,
      Manager workloads,
      Manager icecream,
      PrintWriter out,
      CountDownLatch asked) {
    this.server = server;
    this.managers = List.of(icecream, workloads);
    this.out = out;
    this.asked = asked;
    this.client = icecream.client().live();
    this.icecreams = client.resources(Kind.of(Icecream.class)).inNamespace(NAMESPACE);
  }

  private interface Step {
    void run();
  }

  /// Whether all is as it should be at the end.
  boolean play() throws InterruptedException {
    step(
        "Two Icecreams are ordered",
        () -> {
          icecreams.create(Icecream.named(NAMESPACE, "vanilla", 2));
          icecreams.create(Icecream.named(NAMESPACE, "chocolate", 1));
        });
    step(
        "Vanilla shall have three scoops",
        () ->
            icecreams.edit(
                icecreams.get("vanilla"),
                i ->
                    new Icecream(
                        i.metadata(),
                        new Icecream.Spec(i.spec().deploymentName(), 3),
                        i.status())));
    step(
        "Somebody deletes a Deployment; it comes back",
        () ->
            client
                .resources(Deployment.class)
                .inNamespace(NAMESPACE)
                .delete("chocolate-deployment"));
    step(
        "The network cuts all watches; they go on where they were",
        () -> {
          server.faults().cutWatches();
          icecreams.create(Icecream.named(NAMESPACE, "strawberry", 1));
        });
    step("Chocolate is eaten up", () -> icecreams.delete("chocolate"));
    return check();
  }

  private void step(String title, Step step) throws InterruptedException {
    if (asked.getCount() == 0) {
      return;
    }
    say("");
    say("--- " + title);
    step.run();
    settle();
  }

  /// One manager may wake the other, so each is asked again.
  private void settle() throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      for (Manager manager : managers) {
        manager.settle(PATIENCE);
      }
    }
  }

  private boolean check() {
    if (asked.getCount() == 0) {
      return true;
    }
    say("");
    say("--- Is everything as it should be?");
    boolean well = true;
    for (Icecream icecream : icecreams.list().items()) {
      List<String> missing = missing(icecream);
      well &= missing.isEmpty();
      say(
          icecream.key()
              + (missing.isEmpty()
                  ? " has its Deployment, "
                      + icecream.spec().replicas()
                      + " pods, the node "
                      + Objects.requireNonNull(icecream.status()).nodeName()
                      + " in its status and the event Synced"
                  : " lacks " + String.join(", ", missing)));
    }
    List<String> left =
        client.resources(Deployment.class).inNamespace(NAMESPACE).list().items().stream()
            .map(Deployment::name)
            .filter(name -> name.startsWith("chocolate"))
            .toList();
    well &= left.isEmpty();
    say(left.isEmpty() ? "nothing is left of chocolate" : "left of chocolate: " + left);
    return well;
  }

  private List<String> missing(Icecream icecream) {
    List<String> missing = new ArrayList<>();
    int wanted = Objects.requireNonNullElse(icecream.spec().replicas(), 1);
    if (client
        .resources(Deployment.class)
        .inNamespace(NAMESPACE)
        .find(icecream.spec().deploymentName())
        .isEmpty()) {
      missing.add("its Deployment");
    }
    long pods =
        client.resources(Pod.class).inNamespace(NAMESPACE).list().items().stream()
            .filter(pod -> icecream.name().equals(pod.metadata().labels().get("icecream")))
            .filter(pod -> "Running".equals(pod.status().phase()))
            .count();
    if (pods != wanted) {
      missing.add("pods: " + pods + " of " + wanted + " run");
    }
    Icecream.@Nullable Status status = icecream.status();
    if (status == null || status.nodeName() == null || status.pods() != wanted) {
      missing.add("the right status: it is " + status);
    }
    if (!hasEvent(icecream)) {
      missing.add("the event Synced");
    }
    return missing;
  }

  /// Events are written by a thread of their own, so this may have to wait a moment.
  private boolean hasEvent(Icecream icecream) {
    Map<String, String> about = Map.of("regarding.name", icecream.name(), "reason", "Synced");
    FieldSelector which =
        about.entrySet().stream()
            .map(e -> FieldSelector.field(e.getKey(), e.getValue()))
            .reduce(FieldSelector.everything(), FieldSelector::and);
    return !client
        .resources(Event.class)
        .inNamespace(NAMESPACE)
        .list(ListOptions.ALL.withFields(which))
        .items()
        .isEmpty();
  }

  private void say(String text) {
    out.println(text);
    out.flush();
  }
}
