package dev.drover.testkit.trial;

import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.ReconcileRun;
import dev.drover.testkit.trial.TimelineEntry.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What happened in a run, in order. Any number of threads.
final class Recording {
  private static final Set<Outcome> RETRIED =
      Set.of(Outcome.ERROR, Outcome.CONFLICT, Outcome.RETRY, Outcome.TIMEOUT, Outcome.CRASH);

  private final String namespace;
  private final List<TimelineEntry> timeline = new ArrayList<>(); // guarded by this, as all below
  private final Map<CallPoint, Integer> sent = new HashMap<>(); // calls of the workload: index
  private final Map<String, Integer> looks = new HashMap<>();
  private final Map<String, String> versions = new HashMap<>(); // by path of the object
  private final Map<Key, Integer> runsOfStep = new HashMap<>();
  private final Map<Key, TimelineEntry.Ended> retries = new LinkedHashMap<>();
  private final Set<Key> timers = new LinkedHashSet<>();
  private final Set<ResourcePath> written = new LinkedHashSet<>();
  private final Set<ResourcePath> watched = new LinkedHashSet<>();
  private final Map<String, ApiCall> others = new LinkedHashMap<>(); // one of each look
  private final Map<String, Place> elsewhere = new LinkedHashMap<>(); // by label
  private final Map<String, Integer> callsOfRun = new HashMap<>();
  private final Set<Disturbance> happened = new HashSet<>();
  private int steps;
  private long effects;
  private long runs;

  /// @param namespace of the plan, which differs from run to run
  Recording(String namespace) {
    this.namespace = namespace;
  }

  /// An object that is not in the namespace of the run.
  ///
  /// @param namespace empty if it is cluster-scoped
  record Place(ResourcePath resource, String namespace, String name) {
    String path() {
      return resource.in(namespace) + "/" + name;
    }
  }

  /// Names an object, without what differs from run to run: `configmaps hello`, and `configmaps
  /// hello in other` if it is not in the namespace of the run.
  String label(ResourcePath resource, String inNamespace, String name) {
    return label(resource, inNamespace, name, namespace);
  }

  static String label(ResourcePath resource, String inNamespace, String name, String home) {
    boolean isHome = inNamespace.isEmpty() || inNamespace.equals(home);
    String where = isHome ? "" : " in " + inNamespace;
    return (resource.resource() + " " + name + where).replace(home, "NAMESPACE");
  }

  /// A request of a controller.
  private record Key(String controller, String request) {}

  synchronized int step(String text) {
    steps++;
    runsOfStep.clear();
    timeline.add(new TimelineEntry.Step(steps, text));
    return steps;
  }

  synchronized void note(String text) {
    timeline.add(new TimelineEntry.Note(text));
  }

  /// A disturbance of the plan happens.
  synchronized void note(Disturbance disturbance) {
    happened.add(disturbance);
    note(disturbance.toString());
  }

  /// The disturbances of a plan that did not happen: the run did not come to their place.
  synchronized List<Disturbance> missed(Plan plan) {
    return plan.disturbances().stream().filter(wanted -> !happened.contains(wanted)).toList();
  }

  /// Numbers a call that is about to be sent. Those of the workload are numbered apart.
  synchronized CallPoint next(ApiCall call, Origin origin) {
    String look =
        call.isBookkeeping() ? call.verb() + " " + call.path().resource() : call.toString();
    String where =
        call.namespace().isEmpty() || call.namespace().equals(namespace)
            ? look
            : look + " in " + call.namespace();
    String masked =
        (origin == Origin.WORKLOAD ? "workload " : "")
            + HashedNames.masked(where.replace(namespace, "NAMESPACE"));
    CallPoint point = new CallPoint(masked, looks.merge(masked, 1, Integer::sum));
    if (origin == Origin.WORKLOAD) {
      sent.put(point, timeline.size());
    }
    return point;
  }

  /// A call was answered, or not. One of the workload comes before what followed since it was sent:
  /// an event may overtake the answer to the write that caused it.
  ///
  /// @param answer the object that came back; empty if none did
  synchronized TimelineEntry.Called called(
      CallPoint point,
      ApiCall call,
      Origin origin,
      String run,
      int status,
      Map<String, @Nullable Object> answer,
      @Nullable Effect disturbed) {
    Map<String, @Nullable Object> metadata = Json.object(answer, "metadata");
    String name = call.name().isEmpty() ? Json.text(metadata, "name") : call.name();
    String version = Json.text(metadata, "resourceVersion");
    String uid = Json.text(metadata, "uid");
    if (uid.isEmpty()) {
      uid = Json.text(answer, "details", "uid"); // of the Status that answers a deletion
    }
    String path = call.path().in(call.namespace()) + "/" + name;
    boolean hasEffect =
        call.isWrite()
            && status >= 200
            && status < 300
            && (call.verb().startsWith("delete")
                || isLetGo(metadata)
                || !version.equals(versions.get(path)));
    if (!version.isEmpty()) {
      versions.put(path, version);
    }
    if (call.isWrite() && !call.isBookkeeping()) {
      written.add(call.path());
      boolean isElsewhere = !call.namespace().equals(namespace) && !call.path().isDefinition();
      if (isElsewhere && status >= 200 && status < 300 && !name.isEmpty()) {
        Place place = new Place(call.path(), call.namespace(), name);
        elsewhere.putIfAbsent(label(call.path(), call.namespace(), name), place);
      }
    }
    if (disturbed != null) {
      happened.add(new Disturbance.AtCall(point, disturbed));
    }
    callsOfRun.merge(run, 1, Integer::sum);
    effects += hasEffect && !call.isBookkeeping() ? 1 : 0;
    TimelineEntry.Called called =
        new TimelineEntry.Called(
            point, call, origin, run, status, name, uid, version, hasEffect, disturbed);
    add(called);
    return called;
  }

  private synchronized void add(TimelineEntry.Called called) {
    Integer index = sent.remove(called.point());
    if (index == null) {
      timeline.add(called);
      return;
    }
    timeline.add(index, called);
    sent.replaceAll((_, other) -> other < index ? other : other + 1);
  }

  /// Whether a write removed the last finalizer of an object that is being deleted: then it is
  /// gone, at the version that it had.
  private static boolean isLetGo(Map<String, @Nullable Object> metadata) {
    return metadata.containsKey("deletionTimestamp")
        && Json.texts(metadata, "finalizers").isEmpty();
  }

  synchronized void watches(ResourcePath path) {
    watched.add(path);
  }

  /// A call of a manager outside of reconciles, such as a list of a cache.
  synchronized void called(ApiCall call) {
    others.putIfAbsent(call.toString(), call);
  }

  /// The calls of managers outside of reconciles, one of each look.
  synchronized List<ApiCall> others() {
    return List.copyOf(others.values());
  }

  /// A reconcile begins.
  ///
  /// @return how often this request ran since the step began
  synchronized int began(ReconcileRun run) {
    Key key = key(run);
    runs++;
    retries.remove(key);
    timers.remove(key);
    timeline.add(
        new TimelineEntry.Began(
            run.controller(),
            key.request,
            run.id(),
            run.attempt(),
            run.reason().toString().replace(namespace, "NAMESPACE")));
    return runsOfStep.merge(key, 1, Integer::sum);
  }

  private Key key(ReconcileRun run) {
    return new Key(run.controller(), run.request().toString().replace(namespace, "NAMESPACE"));
  }

  synchronized TimelineEntry.Ended ended(
      ReconcileRun run, Outcome outcome, @Nullable Throwable error) {
    Key key = key(run);
    TimelineEntry.Ended ended =
        new TimelineEntry.Ended(
            run.controller(),
            key.request,
            run.id(),
            outcome,
            error == null ? "" : firstLine(error).replace(namespace, "NAMESPACE"));
    timeline.add(ended);
    if (RETRIED.contains(outcome)) {
      retries.put(key, ended);
    } else if (outcome == Outcome.AFTER) {
      timers.add(key);
    }
    return ended;
  }

  private static String firstLine(Throwable error) {
    return error.toString().lines().findFirst().orElse("");
  }

  /// A new process has no requests that wait.
  synchronized void restarted() {
    retries.clear();
    timers.clear();
    runsOfStep.clear();
  }

  /// A request whose last run failed, if there is one.
  synchronized Optional<TimelineEntry.Ended> retry() {
    return retries.values().stream().findFirst();
  }

  synchronized boolean hasTimers() {
    return !timers.isEmpty();
  }

  /// How many writes changed what is stored.
  synchronized long effects() {
    return effects;
  }

  /// How many reconciles began.
  synchronized long runs() {
    return runs;
  }

  synchronized int steps() {
    return steps;
  }

  synchronized List<TimelineEntry> timeline() {
    return List.copyOf(timeline);
  }

  /// The calls, in order.
  List<TimelineEntry.Called> calls() {
    return timeline().stream()
        .filter(TimelineEntry.Called.class::isInstance)
        .map(TimelineEntry.Called.class::cast)
        .toList();
  }

  /// The resources that a controller or the workload wrote.
  synchronized Set<ResourcePath> written() {
    return Set.copyOf(written);
  }

  /// The objects that were written outside of the namespace of the run: cluster-scoped ones, and
  /// those of other namespaces.
  synchronized List<Place> elsewhere() {
    return List.copyOf(elsewhere.values());
  }

  /// How many calls a reconcile has made.
  synchronized int callsOf(String run) {
    return callsOfRun.getOrDefault(run, 0);
  }

  /// The resources that a controller lists or watches.
  synchronized Set<ResourcePath> watched() {
    return Set.copyOf(watched);
  }

  String namespace() {
    return namespace;
  }
}
