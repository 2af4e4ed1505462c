package dev.drover.cli;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.TimeSource;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.Manager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The objects of the demo as a tree, from the caches of its manager: each Icecream with its runs
/// and status, its Deployment, and its pods.
///
/// ```
/// vanilla     2 scoops, 2 pods on node-1    7 runs, last: Pod default/... updated (status.phase)
/// └─ Deployment vanilla-deployment    2 of 2 ready
///    ├─ Pod vanilla-deployment-5d8-x2x4q    Running on node-1
///    └─ Pod vanilla-deployment-5d8-9sdfk    Running on node-2
/// ```
///
/// What appeared in the last two seconds is marked with `+`; what went away stays as long, marked
/// with `-`. For one thread.
final class DemoTree {
  private static final Duration FRESH = Duration.ofSeconds(2);

  private final Manager manager;
  private final DemoRuns runs;
  private final TimeSource time;
  private final AnsiText ansi;
  private final Map<String, Known> known = new HashMap<>(); // by uid
  private boolean isDrawn; // whether a tree was drawn before: all is new in the first one

  /// A line and its place in the tree.
  ///
  /// @param owner the uid of the line above; empty for an Icecream
  private record Line(String uid, String owner, String sortedBy, String text) {}

  /// @param since when the object appeared, or when it went away
  private record Known(Line line, long since, boolean isGone) {}

  DemoTree(Manager manager, DemoRuns runs, TimeSource time, AnsiText ansi) {
    this.manager = manager;
    this.runs = runs;
    this.time = time;
    this.ansi = ansi;
  }

  List<String> lines() {
    remember(Stream.of(icecreams(), deployments(), pods()).flatMap(List::stream).toList());
    List<String> lines = new ArrayList<>();
    below("").forEach(icecream -> add(icecream, "", "", lines));
    return lines;
  }

  private void remember(List<Line> now) {
    long at = time.nanoTime();
    Set<String> there = new HashSet<>();
    for (Line line : now) {
      there.add(line.uid);
      Known before = known.get(line.uid);
      long since = before == null ? (isDrawn ? at : at - FRESH.toNanos()) : before.since;
      known.put(line.uid, new Known(line, since, false));
    }
    known.replaceAll(
        (uid, one) -> there.contains(uid) || one.isGone ? one : new Known(one.line, at, true));
    known.values().removeIf(one -> one.isGone && at - one.since > FRESH.toNanos());
    isDrawn = true;
  }

  private List<Known> below(String owner) {
    return known.values().stream()
        .filter(one -> one.line.owner.equals(owner))
        .sorted(Comparator.comparing((Known one) -> one.line.sortedBy))
        .toList();
  }

  private void add(Known one, String first, String rest, List<String> lines) {
    boolean isNew = !one.isGone && time.nanoTime() - one.since < FRESH.toNanos();
    String text = one.line.text;
    String mark = one.isGone ? "- " : isNew ? "+ " : "  ";
    String shown =
        one.isGone ? ansi.bad(mark + text) : isNew ? ansi.good(mark + text) : mark + text;
    lines.add(ansi.grey(first) + shown);
    List<Known> children = below(one.line.uid);
    for (int i = 0; i < children.size(); i++) {
      boolean isLast = i == children.size() - 1;
      add(children.get(i), rest + (isLast ? " └─" : " ├─"), rest + (isLast ? "   " : " │ "), lines);
    }
  }

  private List<Line> icecreams() {
    return cached(Kind.of(Icecream.class))
        .map(i -> new Line(uid(i), "", i.name(), icecream(i)))
        .toList();
  }

  private String icecream(Icecream icecream) {
    int wanted = Objects.requireNonNullElse(icecream.spec().replicas(), 1);
    Icecream.Status status =
        Objects.requireNonNullElseGet(icecream.status(), () -> new Icecream.Status(null, 0));
    String pods =
        "%d of %d pods%s"
            .formatted(
                status.pods(), wanted, status.nodeName() == null ? "" : ", " + status.nodeName());
    Optional<DemoRuns.Seen> seen = runs.of(icecream.key());
    return ansi.bold("%-11s".formatted(icecream.name()))
        + " "
        + (status.pods() == wanted ? ansi.good(pods) : ansi.busy(pods))
        + seen.map(s -> "  %d %s".formatted(s.runs(), s.runs() == 1 ? "run" : "runs")).orElse("")
        + seen.map(s -> ansi.grey(", last: " + shortened(s.cause(), icecream))).orElse("");
  }

  /// A cause without what the tree says already: the namespace, and the Deployment of a pod.
  private static String shortened(String cause, Icecream icecream) {
    String deployment = Pattern.quote(icecream.spec().deploymentName());
    return cause
        .replace(icecream.namespace() + "/", "")
        .replaceAll("\\b" + deployment + "-[a-z0-9]+-", "…");
  }

  private List<Line> deployments() {
    return cached(Deployment.KIND)
        .map(d -> new Line(uid(d), owner(d), d.name(), deployment(d)))
        .toList();
  }

  private String deployment(Deployment deployment) {
    int wanted = number(deployment.spec() == null ? null : deployment.spec().replicas());
    int ready = number(deployment.status() == null ? null : deployment.status().readyReplicas());
    String state = "%d of %d ready".formatted(ready, wanted);
    return "Deployment %s  %s"
        .formatted(deployment.name(), ready == wanted ? ansi.good(state) : ansi.busy(state));
  }

  /// Pods are shown below the Deployment of their Icecream: the ReplicaSet between them is left
  /// out.
  private List<Line> pods() {
    Map<String, String> deployments = new HashMap<>(); // uids, by Icecream
    cached(Deployment.KIND)
        .forEach(d -> deployments.put(d.metadata().labels().getOrDefault("icecream", ""), uid(d)));
    List<Line> lines = new ArrayList<>();
    cached(Pod.KIND)
        .forEach(
            pod -> {
              String icecream = pod.metadata().labels().getOrDefault("icecream", "");
              Known before = known.get(uid(pod));
              // Pods of a Deployment that was deleted stay where they were.
              String owner = before == null ? deployments.get(icecream) : before.line.owner;
              if (owner != null) {
                lines.add(new Line(uid(pod), owner, pod.name(), pod(pod)));
              }
            });
    return lines;
  }

  private String pod(Pod pod) {
    String node = pod.spec() == null ? null : pod.spec().nodeName();
    String phase = pod.status() == null ? null : pod.status().phase();
    boolean isGoing = pod.metadata().deletionTimestamp() != null;
    String state = isGoing ? "Terminating" : Objects.requireNonNullElse(phase, "Pending");
    return "Pod %s  %s%s"
        .formatted(
            pod.name(),
            state.equals("Running") ? ansi.good(state) : ansi.busy(state),
            node == null ? "" : " on " + node);
  }

  private static int number(@Nullable Integer value) {
    return value == null ? 0 : value;
  }

  private static String uid(KubernetesObject object) {
    return Objects.requireNonNullElse(object.metadata().uid(), object.name());
  }

  private static String owner(KubernetesObject object) {
    return object.metadata().ownerReferences().stream()
        .map(owner -> owner.uid())
        .findFirst()
        .orElse("");
  }

  /// The objects of a cache; none before it is there. Waits for nothing.
  @SuppressWarnings("unchecked") // the informer of a kind has its objects
  private <T extends KubernetesObject> Stream<T> cached(Kind<T> kind) {
    return manager.cache().informers().stream()
        .filter(informer -> informer.kind().equals(kind))
        .map(informer -> (SharedIndexInformer<T>) informer)
        .flatMap(informer -> informer.store().list().stream());
  }
}
