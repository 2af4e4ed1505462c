package dev.drover.cli;

import dev.drover.api.Kind;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.client.TimeSource;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.server.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The steps of the demo. After each step it waits for the expected state; at the end it says what
/// was checked.
final class DemoScenario {
  /// The pause in which a person reads the outcome of a step.
  static final Duration READING = Duration.ofSeconds(3);

  private static final Duration PATIENCE = Duration.ofMinutes(2); // images may have to be pulled
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final TimeSource time = TimeSource.system();
  private final DemoNarrator narrator;
  private final ResourceClient<Icecream> icecreams;
  private final ResourceClient<Deployment> deployments;
  private final DemoCheck check;
  private final TreeMap<String, Integer> ordered = new TreeMap<>(); // how many scoops by name
  private final List<String> eaten = new ArrayList<>();

  DemoScenario(Client client, String namespace, DemoNarrator narrator) {
    this.narrator = narrator;
    this.icecreams = client.resources(Kind.of(Icecream.class)).inNamespace(namespace);
    this.deployments = client.resources(Deployment.class).inNamespace(namespace);
    this.check = new DemoCheck(client, namespace);
  }

  /// Runs all steps; whether the state at the end is the expected one.
  ///
  /// @param faults the faults that may be injected; empty on a cluster
  /// @param pause after each step, for readers
  boolean play(Optional<Faults> faults, Duration pause) throws InterruptedException {
    narrator.begin("Two Icecreams are ordered");
    order("vanilla", 2);
    order("chocolate", 1);
    boolean well = heal(pause);

    narrator.begin("Vanilla is changed to three scoops");
    ordered.put("vanilla", 3);
    icecreams.edit(icecreams.get("vanilla"), i -> i.withReplicas(3));
    well &= heal(pause);

    narrator.begin("A Deployment is deleted: it comes back");
    String lost = uidOf("chocolate");
    deployments.delete(Icecream.deploymentOf("chocolate"));
    deployments.await(
        Icecream.deploymentOf("chocolate"), d -> !d.metadata().uid().equals(lost), PATIENCE);
    well &= heal(pause);
    narrator.say("the Deployment was " + lost + " and is " + uidOf("chocolate"));

    if (faults.isPresent()) {
      narrator.begin("The network fails: watches are cut, and resume where they were");
      narrator.say(faults.get().cutWatches() + " watches are cut");
      order("strawberry", 1);
      well &= heal(pause);
    } else {
      narrator.begin("Watches are not cut here: the server is yours");
    }

    narrator.begin("Chocolate is eaten up");
    ordered.remove("chocolate");
    eaten.add("chocolate");
    icecreams.delete("chocolate");
    well &= heal(pause);
    report();
    return well;
  }

  private void order(String name, int scoops) {
    ordered.put(name, scoops);
    icecreams.create(Icecream.named(name, scoops));
  }

  private String uidOf(String icecream) {
    return deployments.get(Icecream.deploymentOf(icecream)).metadata().uid();
  }

  /// Waits until all checks pass; whether they did in time.
  private boolean heal(Duration pause) throws InterruptedException {
    long begin = time.nanoTime();
    boolean healed = isWell();
    while (!healed && time.nanoTime() - begin < PATIENCE.toNanos()) {
      time.sleep(PAUSE);
      healed = isWell();
    }
    long millis = Duration.ofNanos(time.nanoTime() - begin).toMillis();
    narrator.say((healed ? "done after " : "not done after ") + millis + " ms");
    time.sleep(pause);
    return healed;
  }

  private boolean isWell() {
    return check.findings(ordered, eaten).stream().allMatch(DemoCheck.Finding::isWell);
  }

  private void report() {
    narrator.begin("Checks");
    for (DemoCheck.Finding finding : check.findings(ordered, eaten)) {
      narrator.say((finding.isWell() ? "ok: " : "NOT OK: ") + finding.text());
    }
  }
}
