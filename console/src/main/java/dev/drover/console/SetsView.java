package dev.drover.console;

import dev.drover.recipes.set.SetMembership;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The desired sets whose members are cached, each with the plan that was carried out last, as far
/// as the remembered runs show it.
final class SetsView {
  /// Of the ConfigMap that lists the members of a set: it is no member.
  private static final String INVENTORY = "/configmaps/drover-set-";

  private final CachedObjects objects;
  private final RunLog runs;

  SetsView(CachedObjects objects, RunLog runs) {
    this.objects = objects;
    this.runs = runs;
  }

  /// A set and its members.
  private record Members(SetMembership set, List<CachedObjects.Found> found) {}

  Map<String, @Nullable Object> tree() {
    Map<String, Members> sets = new TreeMap<>();
    objects
        .all()
        .forEach(
            found ->
                SetMembership.of(found.object())
                    .ifPresent(
                        set ->
                            sets.computeIfAbsent(
                                    set.toString(), _ -> new Members(set, new ArrayList<>()))
                                .found
                                .add(found)));
    return Trees.of("sets", sets.values().stream().map(this::set).toList());
  }

  private Map<String, @Nullable Object> set(Members members) {
    return Trees.of(
        "set",
        members.set.toString(),
        "plan",
        lastChange(members.set).map(run -> plan(run, members.set.setId())).orElse(null),
        "members",
        members.found.stream()
            .sorted(
                Comparator.comparing(CachedObjects.Found::kind)
                    .thenComparing(found -> found.object().name()))
            .map(CachedObjects.Found::tree)
            .toList());
  }

  /// The last run that wrote members of the set: a set writes under its id, and for its owner.
  private Optional<RecordedRun> lastChange(SetMembership set) {
    return runs
        .latest(
            1,
            run ->
                set.owner().map(owner -> owner.key().equals(run.run().request().key())).orElse(true)
                    && run.calls().stream()
                        .anyMatch(call -> call.isWrite() && call.manager().equals(set.setId())),
            Long.MAX_VALUE)
        .stream()
        .findFirst();
  }

  private static Map<String, @Nullable Object> plan(RecordedRun run, String set) {
    return Trees.of(
        "run", run.run().id(),
        "began", run.began().toString(),
        "because", Masking.text(run.run().reason().toString()),
        "steps",
            run.calls().stream()
                .filter(call -> call.isWrite() && !call.path().contains(INVENTORY))
                .filter(call -> call.manager().equals(set) || call.method().equals("DELETE"))
                .map(
                    call ->
                        Trees.of("step", step(call), "object", call.object(), "code", call.code()))
                .toList());
  }

  private static String step(ApiCall call) {
    if (call.code() >= 400 || call.code() == 0) {
      return "refused";
    }
    return switch (call.method()) {
      case "DELETE" -> "deleted";
      case "POST" -> "created";
      default -> call.code() == 201 ? "created" : "changed";
    };
  }
}
