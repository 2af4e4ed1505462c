package dev.drover.recipes.set;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupKind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Patch;
import dev.drover.api.Preconditions;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.KubernetesException;
import dev.drover.client.MappingException;
import dev.drover.client.ReadWriter;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.WriteOptions;
import dev.drover.recipes.condition.Summary;
import dev.drover.recipes.set.SetResult.Outcome;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Carries out a plan:
/// 1. the inventory gets every object that the set is about to have;
/// 2. objects are applied, what others need first;
/// 3. objects that are no longer described are deleted, in the reverse order;
/// 4. the inventory loses what is gone.
///
/// The process may die anywhere: until step 4 the inventory has all that there may be, so the next
/// run finds it. A failure of one object does not stop the others; all failures are reported.
final class Execution {
  private static final Duration ESTABLISHED = Duration.ofSeconds(30);
  private static final Duration SERVED = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Set<Outcome> WRITTEN =
      EnumSet.of(Outcome.CREATED, Outcome.CHANGED, Outcome.REPLACED, Outcome.DELETED);

  private final DesiredSet set;
  private final ReadWriter inventories;
  private final ReadWriter writer;
  private final boolean dryRun;
  private final boolean isLast;
  private final SequencedMap<ObjectRef, Outcome> done; // by this plan and those before it
  private final Map<ObjectRef, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<ObjectRef, RuntimeException> failures = new LinkedHashMap<>();
  private final Set<GroupKind> defined = new HashSet<>(); // by this execution

  /// @param isLast whether a conflict is a failure of its object, and not a reason to plan again
  /// @param done what the plans before this one did; gets what this one does
  Execution(DesiredSet set, boolean dryRun, boolean isLast, SequencedMap<ObjectRef, Outcome> done) {
    this.set = set;
    this.dryRun = dryRun;
    this.isLast = isLast;
    this.done = done;
    WriteOptions options = WriteOptions.defaults().with(o -> o.fieldManager(set.fieldManager()));
    this.inventories = set.cluster().writing(options);
    this.writer =
        set.cluster().writing(options.with(o -> o.force(set.options().forces()).dryRun(dryRun)));
  }

  /// The cluster is not as the plan says.
  static final class StaleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ApiException conflict;

    StaleException(ApiException conflict) {
      super("the cluster changed since the plan was made", conflict);
      this.conflict = conflict;
    }

    ApiException conflict() {
      return conflict;
    }
  }

  /// @throws StaleException if the plan was made from old state
  SetResult run(Planner.PlannedSet planned) {
    Inventory inventory = dryRun ? planned.inventory() : announced(planned);
    planned.refused().forEach((ref, reason) -> refused(ref, reason));
    for (Planner.Planned<?> one : planned.wanted()) {
      ObjectRef ref = one.intent().ref();
      gather(ref, () -> apply(one));
      awaitDefinition(one);
    }
    for (Planner.Unwanted one : planned.unwanted()) {
      gather(one.member().ref(), () -> remove(one));
    }
    if (!dryRun) {
      settle(planned, inventory);
    }
    return new SetResult(planned.plan(), total(), failures);
  }

  /// What an earlier plan did counts, where there was nothing left to do for this one.
  private Map<ObjectRef, Outcome> total() {
    SequencedMap<ObjectRef, Outcome> total = new LinkedHashMap<>(outcomes);
    done.forEach(
        (ref, outcome) ->
            total.merge(
                ref,
                outcome,
                (now, before) ->
                    now == Outcome.UNCHANGED || now == Outcome.FORGOTTEN ? before : now));
    return total;
  }

  private void refused(ObjectRef ref, String reason) {
    outcomes.put(ref, Outcome.FAILED);
    failures.put(ref, new IllegalStateException(reason));
  }

  private void gather(ObjectRef ref, Supplier<Outcome> action) {
    try {
      Outcome outcome = action.get();
      outcomes.put(ref, outcome);
      if (WRITTEN.contains(outcome)) {
        done.put(ref, outcome);
      }
    } catch (RequestInterruptedException e) {
      throw e;
    } catch (StaleException e) {
      if (!isLast) {
        throw e;
      }
      outcomes.put(ref, Outcome.FAILED);
      failures.put(ref, e.conflict());
    } catch (KubernetesException | MappingException e) {
      outcomes.put(ref, Outcome.FAILED);
      failures.put(ref, e);
    }
  }

  /// Step 1. Members that were found by their label are written down again, too, but not what an
  /// old cache alone still has.
  private Inventory announced(Planner.PlannedSet planned) {
    Map<ObjectRef.Id, Member> all = new LinkedHashMap<>(planned.inventory().members());
    planned.unwanted().stream()
        .filter(one -> !(one.step() instanceof Step.Forget))
        .forEach(one -> all.put(one.member().ref().id(), one.member()));
    planned.wanted().stream()
        .filter(one -> !(one.step() instanceof Step.Refuse))
        .map(one -> one.intent().member())
        .forEach(member -> all.putIfAbsent(member.ref().id(), member));
    return planned.inventory().has(all.values())
        ? planned.inventory()
        : written(planned.inventory(), all.values());
  }

  private Inventory written(Inventory before, Collection<Member> members) {
    try {
      return before.write(inventories, set.inventoryKey(), set.identity(), members);
    } catch (ApiException.Conflict | ApiException.AlreadyExists | ApiException.NotFound e) {
      if (e instanceof ApiException.NotFound && before.stored().isEmpty()) {
        throw e; // its namespace does not exist
      }
      throw new StaleException(e);
    }
  }

  /// Step 4.
  private void settle(Planner.PlannedSet planned, Inventory inventory) {
    Map<ObjectRef.Id, Member> left = new LinkedHashMap<>();
    planned.refused().keySet().stream()
        .map(ref -> inventory.members().get(ref.id()))
        .forEach(member -> keep(member, left));
    for (Planner.Planned<?> one : planned.wanted()) {
      Member member = one.intent().member();
      keep(
          one.step() instanceof Step.Refuse ? inventory.members().get(member.ref().id()) : member,
          left);
    }
    for (Planner.Unwanted one : planned.unwanted()) {
      Outcome outcome = outcomes.get(one.member().ref());
      if (outcome == Outcome.WAITING || outcome == Outcome.FAILED) {
        keep(one.member(), left);
      }
    }
    if (!inventory.isExactly(left) || (left.isEmpty() && inventory.stored().isPresent())) {
      Inventory _ = written(inventory, left.values());
    }
  }

  private static void keep(@Nullable Member member, Map<ObjectRef.Id, Member> left) {
    if (member != null) {
      left.put(member.ref().id(), member);
    }
  }

  private <T extends KubernetesObject> Outcome apply(Planner.Planned<T> one) {
    return switch (one.step()) {
      case Step.Keep _ -> Outcome.UNCHANGED;
      case Step.Wait _ -> Outcome.WAITING;
      case Step.Create _ -> {
        send(one, one.intent().creation());
        yield Outcome.CREATED;
      }
      case Step.Change _ -> change(one);
      case Step.Refuse(var ref, var reason) -> {
        failures.put(ref, new IllegalStateException(reason));
        yield Outcome.FAILED;
      }
      case Step.Delete step -> throw new IllegalStateException("described and deleted: " + step);
      case Step.Forget step -> throw new IllegalStateException("described and dropped: " + step);
    };
  }

  private <T extends KubernetesObject> void send(Planner.Planned<T> one, Patch patch) {
    Intent<T> intent = one.intent();
    long begin = System.nanoTime();
    while (true) {
      try {
        T _ = writer.patch(intent.object(), patch);
        return;
      } catch (ApiException.NotFound e) {
        // A server that has established a kind may need a moment to serve it.
        if (!defined.contains(intent.kind().gvk().groupKind())
            || System.nanoTime() - begin > SERVED.toNanos()
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      } catch (ApiException.Conflict e) {
        if (isAboutFields(e)) {
          throw e;
        }
        throw new StaleException(e);
      }
    }
  }

  private static boolean isAboutFields(ApiException e) {
    return e.causes().stream().anyMatch(c -> "FieldManagerConflict".equals(c.reason()));
  }

  private <T extends KubernetesObject> Outcome change(Planner.Planned<T> one) {
    try {
      send(one, one.intent().change(one.uid().orElseThrow()));
      return Outcome.CHANGED;
    } catch (ApiException.Invalid e) {
      T live = one.live();
      if (live == null
          || SetIdentity.isKept(live.metadata())
          || !set.options().replaced().test(one.intent().object())
          || !isValidAnew(one)) {
        throw e;
      }
      return replace(one, live);
    }
  }

  /// Whether the server would create the object if it were not there: it was refused for what it is
  /// now, so to delete it helps. Names are looked at last, so a valid one exists already.
  private <T extends KubernetesObject> boolean isValidAnew(Planner.Planned<T> one) {
    try {
      T _ =
          set.cluster()
              .writing(
                  WriteOptions.defaults()
                      .with(o -> o.dryRun(true).fieldManager(set.fieldManager())))
              .create(one.intent().object());
      return true; // it is gone meanwhile
    } catch (ApiException.AlreadyExists e) {
      return true;
    } catch (ApiException.Invalid e) {
      return false;
    }
  }

  private <T extends KubernetesObject> Outcome replace(Planner.Planned<T> one, T live) {
    if (dryRun) {
      return Outcome.REPLACED;
    }
    if (delete(live).isPresent()) {
      return Outcome.WAITING; // created again when it is gone
    }
    send(one, one.intent().creation());
    return Outcome.REPLACED;
  }

  private Outcome remove(Planner.Unwanted one) {
    return switch (one.step()) {
      case Step.Delete _ -> {
        KubernetesObject live = one.live();
        yield live == null || delete(live).isEmpty() ? Outcome.DELETED : Outcome.WAITING;
      }
      case Step.Wait _ -> Outcome.WAITING;
      default -> Outcome.FORGOTTEN;
    };
  }

  private <T extends KubernetesObject> Optional<T> delete(T live) {
    try {
      return writer.delete(
          live,
          DeleteOptions.builder()
              .propagationPolicy("Background")
              .preconditions(
                  Preconditions.builder()
                      .uid(live.metadata().uid())
                      .resourceVersion(live.metadata().resourceVersion())
                      .build())
              .build());
    } catch (ApiException.Conflict e) {
      throw new StaleException(e);
    }
  }

  /// Objects of a kind that the set itself defines come after its definition.
  private void awaitDefinition(Planner.Planned<?> one) {
    ObjectRef ref = one.intent().ref();
    if (!ref.gvk().groupKind().equals(Descriptions.DEFINITION)
        || outcomes.get(ref) != Outcome.CREATED
        || dryRun
        || !(set.cluster().live() instanceof Client client)) {
      return;
    }
    gather(
        ref,
        () -> {
          var definition =
              client
                  .resources(one.intent().kind())
                  .await(ref.key().name(), o -> Summary.of(o).isReady(), ESTABLISHED);
          var spec = DynamicObject.of(definition);
          defined.add(
              new GroupKind(
                  spec.text("spec", "group").orElse(""),
                  spec.text("spec", "names", "kind").orElse("")));
          client.mapper().invalidate();
          return Outcome.CREATED;
        });
  }
}
