package dev.drover.testkit.trial;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.RawExtension;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Walks through the desired states that a schema allows, and compares what the controller makes of
/// them: however a state is reached, the end is the same.
///
/// | campaign | what is done | what must hold |
/// |---|---|---|
/// | chain | one property after the other is changed, and then all are back | each state as if reached from nothing; the first state again |
/// | direct | each state is created from nothing | it comes to rest |
/// | neighbours | a second object comes, changes and goes | the first is not disturbed |
/// | invalid | values that the schema forbids, as far as the server takes them | no crash |
///
/// One thread.
final class DesiredStates {
  private final TrialServer server;
  private final String name;
  private final Trial.Setup setup;
  private final DynamicObject start;
  private int refused;
  private int states;

  DesiredStates(TrialServer server, String name, Trial.Setup setup, KubernetesObject start) {
    this.server = server;
    this.name = name;
    this.setup = setup;
    this.start = DynamicObject.of(start);
  }

  /// The resource and the schema of the object's `spec`.
  private record Definition(ResourcePath resource, Map<String, @Nullable Object> spec) {}

  /// What is done in a run, and what it leads to.
  @FunctionalInterface
  private interface Walk {
    void run(TrialRun run, Definition definition);
  }

  TrialSummary explore() {
    long begun = System.nanoTime();
    List<SchemaValues.Change> changes = new ArrayList<>();
    List<SchemaValues.Change> invalid = new ArrayList<>();
    Map<String, MaskedState> direct = new LinkedHashMap<>();
    run(
        "from nothing",
        (run, definition) -> {
          create(run, start.name(), List.of());
          direct.put("", state(run));
          changes.addAll(
              accepted(run, definition, SchemaValues.valid(List.of("spec"), definition.spec)));
          invalid.addAll(
              accepted(run, definition, SchemaValues.invalid(List.of("spec"), definition.spec)));
        });
    for (SchemaValues.Change change : changes) {
      run(
          "from nothing with " + change,
          (run, _) -> {
            create(run, start.name(), List.of(change));
            direct.put(change.toString(), state(run));
          });
    }
    run("one change after the other", (run, definition) -> chain(run, definition, changes, direct));
    run("two objects", (run, definition) -> neighbours(run, definition, changes, direct));
    for (SchemaValues.Change change : invalid) {
      run(
          "with the invalid " + change,
          (run, definition) -> {
            create(run, start.name(), List.of());
            patch(run, definition, start.name(), List.of(change));
          });
    }
    return new TrialSummary(
        states,
        states + refused,
        changes.size() + invalid.size(),
        changes.size() + 1,
        0,
        Duration.ofNanos(System.nanoTime() - begun),
        "one change after the other",
        List.of());
  }

  private void chain(
      TrialRun run,
      Definition definition,
      List<SchemaValues.Change> changes,
      Map<String, MaskedState> direct) {
    create(run, start.name(), List.of());
    Optional<SchemaValues.Change> before = Optional.empty();
    for (SchemaValues.Change change : changes) {
      List<SchemaValues.Change> step = new ArrayList<>();
      before.map(this::undone).ifPresent(step::add);
      step.add(change);
      if (!isAccepted(run, definition, step)) {
        refused++; // a rule forbids the way: x cannot shrink
        continue;
      }
      patch(run, definition, start.name(), step);
      compare(
          run,
          direct.get(change.toString()),
          "a state that is reached by changes is not the one that is reached from nothing: "
              + change);
      before = Optional.of(change);
    }
    List<SchemaValues.Change> back = before.map(this::undone).stream().toList();
    if (isAccepted(run, definition, back)) {
      patch(run, definition, start.name(), back);
      compare(run, direct.get(""), "the way back to the first state does not lead there");
    }
  }

  private void neighbours(
      TrialRun run,
      Definition definition,
      List<SchemaValues.Change> changes,
      Map<String, MaskedState> direct) {
    create(run, start.name(), List.of());
    create(run, start.name() + "-other", List.of());
    if (!changes.isEmpty()) {
      patch(run, definition, start.name() + "-other", List.of(changes.getFirst()));
    }
    run.step(
        "delete " + start.name() + "-other",
        client ->
            client
                .rest()
                .delete()
                .absPath(path(run, definition, start.name() + "-other"))
                .execute());
    compare(run, direct.get(""), "an object is disturbed by another one of its kind");
  }

  /// The value that a property has at the start.
  private SchemaValues.Change undone(SchemaValues.Change change) {
    Object at = start.tree();
    for (String part : change.path()) {
      at = Json.object(at).get(part);
    }
    return new SchemaValues.Change(change.path(), at);
  }

  // ---- Steps

  private void create(TrialRun run, String as, List<SchemaValues.Change> changes) {
    Map<String, @Nullable Object> tree = copy(start.tree());
    changes.forEach(change -> set(tree, change));
    set(tree, new SchemaValues.Change(List.of("metadata", "name"), as));
    DynamicObject object = DynamicObject.ofTree(tree);
    run.step("create " + as + words(changes), client -> client.create(object));
  }

  private void patch(
      TrialRun run, Definition definition, String of, List<SchemaValues.Change> changes) {
    run.step(
        "change " + of + words(changes),
        client -> send(client, path(run, definition, of), changes, false));
  }

  private static void send(
      Client client, String path, List<SchemaValues.Change> changes, boolean isDryRun) {
    Map<String, @Nullable Object> merge = new LinkedHashMap<>();
    changes.forEach(change -> set(merge, change));
    var request =
        client
            .rest()
            .patch("application/merge-patch+json")
            .absPath(path)
            .body(RawExtension.ofTree(merge).raw());
    (isDryRun ? request.param("dryRun", "All") : request).execute();
  }

  private static String words(List<SchemaValues.Change> changes) {
    return changes.isEmpty() ? "" : ": " + changes.getLast();
  }

  private static String path(TrialRun run, Definition definition, String of) {
    return definition.resource.in(run.namespace()) + "/" + of;
  }

  /// The changes that the server takes: it knows patterns and rules.
  private List<SchemaValues.Change> accepted(
      TrialRun run, Definition definition, List<SchemaValues.Change> changes) {
    List<SchemaValues.Change> taken = new ArrayList<>();
    for (SchemaValues.Change change : changes) {
      if (isAccepted(run, definition, List.of(change))) {
        taken.add(change);
      } else {
        refused++;
      }
    }
    return taken;
  }

  /// Whether the server takes these changes of the object as it is now.
  private boolean isAccepted(
      TrialRun run, Definition definition, List<SchemaValues.Change> changes) {
    try {
      send(run.client(), path(run, definition, start.name()), changes, true);
      return true;
    } catch (ApiException e) {
      return false;
    }
  }

  private static void set(Map<String, @Nullable Object> tree, SchemaValues.Change change) {
    Map<String, @Nullable Object> at = tree;
    for (String part : change.path().subList(0, change.path().size() - 1)) {
      Map<String, @Nullable Object> inner = copy(Json.object(at, part));
      at.put(part, inner);
      at = inner;
    }
    at.put(change.path().getLast(), change.value());
  }

  private static Map<String, @Nullable Object> copy(Map<String, @Nullable Object> tree) {
    return new LinkedHashMap<>(tree);
  }

  // ---- Runs

  private MaskedState state(TrialRun run) {
    states++;
    return MaskedState.of(ClusterState.read(run.access(), run.recording()), run.namespace());
  }

  private void compare(TrialRun run, @Nullable MaskedState wanted, String cause) {
    if (wanted == null) {
      return;
    }
    List<String> differences =
        wanted.differences(state(run), (_, path) -> run.rules().isMasked(path));
    if (!differences.isEmpty()) {
      run.report(new Violation("desired states", cause, differences));
      throw new TrialRun.Over();
    }
  }

  private void run(String what, Walk walk) {
    try (TrialRun run = new TrialRun(server, Plan.UNDISTURBED)) {
      try {
        run.start("controller", ControllerProcess.ofManager(setup, _ -> {}));
        walk.run(run, definition(run));
      } catch (TrialRun.NotStarted e) {
        run.report(TrialReport.notStarted(e.reason()));
        throw failure(what, run, e.reason());
      } catch (TrialRun.Over e) {
        throw failure(what, run, null);
      }
    }
  }

  private TrialFailure failure(String what, TrialRun run, @Nullable Throwable cause) {
    RunResult failed =
        new RunResult(
            run.plan(),
            run.recording(),
            run.rules(),
            Optional.empty(),
            run.violations(),
            List.of());
    return new TrialFailure(
        TrialReport.text(name, "this walk: " + what, failed),
        failed.violations().getFirst().oracle(),
        "",
        cause);
  }

  private Definition definition(TrialRun run) {
    GroupVersionKind gvk = start.gvk();
    for (Map<String, @Nullable Object> definition :
        run.access().list("/apis/apiextensions.k8s.io/v1/customresourcedefinitions").items()) {
      Map<String, @Nullable Object> spec = Json.object(definition, "spec");
      if (Json.text(spec, "group").equals(gvk.group())
          && Json.text(spec, "names", "kind").equals(gvk.kind())) {
        for (Map<String, @Nullable Object> version : Json.objects(spec, "versions")) {
          if (Json.text(version, "name").equals(gvk.version())) {
            return new Definition(
                new ResourcePath(gvk.group(), gvk.version(), Json.text(spec, "names", "plural")),
                Json.object(
                    Json.object(
                        Json.object(Json.object(version, "schema"), "openAPIV3Schema"),
                        "properties"),
                    "spec"));
          }
        }
      }
    }
    throw new IllegalArgumentException(
        "there is no definition of " + gvk + ": install it in the set-up of the manager");
  }
}
