package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.ManualTime;
import dev.drover.informer.classic.Delta;
import dev.drover.informer.classic.Thing;
import dev.drover.informer.store.SnapshotStore;
import dev.drover.informer.store.StoreStep;
import dev.drover.testsupport.Interleavings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Mailboxes with writers, readers, and handlers that come and go, in every order of their turns.
class MailboxSchedulesTest {
  private static final int ROOMY = 1024;

  /// A store that notifies of its changes, and the handlers that listen.
  private static final class Program {
    final Interleavings schedule;
    final Monitor monitor = new Monitor(new ManualTime());
    final SnapshotStore<Thing> store = new SnapshotStore<>(List.of(), new ManualTime());
    final Broadcaster<Thing> broadcaster;
    final List<Witness> witnesses = new ArrayList<>();

    Program(Interleavings schedule) {
      this.schedule = schedule;
      this.broadcaster = new Broadcaster<>(store, Duration.ZERO, monitor, schedule.newLock());
    }

    /// Brings changes into the store and tells of them, as the applier does, step by step.
    @SafeVarargs
    final void script(List<Delta.OfObject<Thing>>... steps) {
      for (List<Delta.OfObject<Thing>> deltas : steps) {
        StoreStep<Thing> step = store.prepare(deltas, Thing.KEYS, _ -> true);
        assertThat(broadcaster.commit(step, step.changes())).isTrue();
      }
    }

    /// A handler from now on; [Witness#listen] is for a thread of its own.
    Witness witness(int roomy, String... last) {
      Witness witness = new Witness(this, List.of(last));
      witnesses.add(witness);
      witness.listener =
          broadcaster.add(
              Duration.ZERO,
              0,
              turn -> {
                var mailbox =
                    new Mailbox<Thing>(new CoalescingBacklog<>(roomy), monitor, schedule.newLock());
                return new Listener<>("witness", witness, mailbox, turn, witness);
              });
      return witness;
    }
  }

  /// A handler that insists on being told each thing once and in order, and closes its registration
  /// when it has seen what is there in the end. If that never comes, the schedule deadlocks.
  private static final class Witness implements EventHandler<Thing>, Listener.Owner<Thing> {
    final Program program;
    final List<String> last;
    final Map<ObjectKey, Thing> view = new HashMap<>();
    final List<String> told = new ArrayList<>();
    final List<Throwable> failures = new ArrayList<>();
    Listener<Thing> listener;

    Witness(Program program, List<String> last) {
      this.program = program;
      this.last = last;
    }

    void listen() {
      listener.run();
      assertThat(failures).isEmpty();
      assertThat(listener.backlog()).isZero();
    }

    @Override
    public void onAdd(Thing object, boolean isInInitialList) {
      assertThat(view.put(object.key(), object)).as("before %s", object).isNull();
      saw("+" + object);
    }

    @Override
    public void onUpdate(Thing before, Thing now) {
      assertThat(view.put(now.key(), now)).isSameAs(before);
      saw(now.toString());
    }

    @Override
    public void onDelete(Deletion<Thing> deletion) {
      assertThat(view.remove(deletion.key())).isNotNull();
      saw("-" + deletion.key().name());
    }

    private void saw(String what) {
      assertThat(listener.isIdle()).isFalse();
      told.add(what);
      program.schedule.pause();
      if (!last.isEmpty() && shown().equals(last)) {
        listener.close();
      }
    }

    List<String> shown() {
      return view.values().stream().map(Thing::toString).sorted().toList();
    }

    @Override
    public String informer() {
      return "things";
    }

    @Override
    public Lifecycle threads() {
      return new Lifecycle("test", e -> told.add("failed: " + e));
    }

    @Override
    public SyncTimeoutException late(String what, Duration limit) {
      throw new AssertionError(what);
    }

    @Override
    public Monitor monitor() {
      return program.monitor;
    }

    @Override
    public void failed(Listener<Thing> failed, Throwable failure) {
      failures.add(failure);
      failed.close();
    }

    @Override
    public boolean isIdle(Listener<Thing> asked) {
      return program.broadcaster.isIdle(asked);
    }

    @Override
    public void remove(Listener<Thing> removed) {
      program.broadcaster.remove(removed);
    }
  }

  private static Delta.OfObject<Thing> put(String name, int version) {
    return new Delta.Updated<>(Thing.of(name, version));
  }

  private static Delta.OfObject<Thing> delete(String name, int version) {
    Thing gone = Thing.of(name, version);
    return new Delta.Deleted<>(new Deletion.Seen<>(gone.key(), gone));
  }

  @Test
  void mailboxDeliversEachChangeOnceAndInOrder() throws Exception {
    int runs =
        Interleavings.explore(
            3,
            schedule -> {
              Program program = new Program(schedule);
              Witness witness = program.witness(ROOMY, "a4", "end7");
              schedule.fork(
                  "writer",
                  () ->
                      program.script(
                          List.of(put("a", 1), put("b", 2)),
                          List.of(put("a", 3)),
                          List.of(put("a", 4), delete("b", 5)),
                          List.of(put("end", 7))));
              schedule.fork("handler", witness::listen);
              schedule.after(
                  () ->
                      assertThat(witness.told)
                          .containsExactly("+a1", "+b2", "a3", "a4", "-b", "+end7"));
            });
    assertThat(runs).isGreaterThan(100);
  }

  @Test
  void coalescedChangesEndWithTheLastStateAndFormAChain() throws Exception {
    List<Integer> calls = new ArrayList<>();
    int runs =
        Interleavings.explore(
            3,
            schedule -> {
              Program program = new Program(schedule);
              Witness witness = program.witness(2, "a5", "b7", "end8");
              schedule.fork(
                  "writer",
                  () ->
                      program.script(
                          List.of(put("a", 1), put("b", 2)),
                          List.of(put("a", 3), delete("b", 4)),
                          List.of(put("a", 5), put("c", 6)),
                          List.of(put("b", 7), delete("c", 6)),
                          List.of(put("end", 8))));
              schedule.fork("handler", witness::listen);
              schedule.after(() -> calls.add(witness.told.size()));
            });
    assertThat(runs).isGreaterThan(100);
    assertThat(calls).contains(9).anyMatch(n -> n < 5); // all, and much less
  }

  @Test
  void lateHandlerGetsEachObjectOnce() throws Exception {
    List<String> firsts = new ArrayList<>();
    int runs =
        Interleavings.explore(
            3,
            schedule -> {
              Program program = new Program(schedule);
              schedule.fork(
                  "writer",
                  () ->
                      program.script(
                          List.of(put("a", 1)),
                          List.of(put("b", 2), put("a", 3)),
                          List.of(delete("b", 4)),
                          List.of(put("end", 5))));
              schedule.fork(
                  "late",
                  () -> {
                    Witness late = program.witness(ROOMY, "a3", "end5");
                    late.listen();
                    firsts.add(late.told.getFirst());
                  });
            });
    assertThat(runs).isGreaterThan(100);
    assertThat(firsts).contains("+a1", "+a3"); // before and after the change
  }

  @Test
  @Tag("slow")
  void handlersAreIndependentAndAClosedOneGetsNoMoreEvents() throws Exception {
    List<Integer> heard = new ArrayList<>();
    int runs =
        Interleavings.explore(
            2,
            schedule -> {
              Program program = new Program(schedule);
              Witness leaving = program.witness(ROOMY);
              Witness staying = program.witness(ROOMY, "a2", "end3");
              schedule.fork(
                  "writer",
                  () ->
                      program.script(
                          List.of(put("a", 1)), List.of(put("a", 2)), List.of(put("end", 3))));
              schedule.fork("staying", staying::listen);
              schedule.fork("leaving", leaving::listen);
              schedule.fork("closer", () -> leaving.listener.close());
              schedule.after(
                  () -> {
                    assertThat(staying.told).containsExactly("+a1", "a2", "+end3");
                    assertThat(leaving.told)
                        .isEqualTo(staying.told.subList(0, leaving.told.size()));
                    assertThat(program.broadcaster.listeners()).isEmpty();
                    heard.add(leaving.told.size());
                  });
            });
    assertThat(runs).isGreaterThan(100);
    assertThat(heard).contains(0, 1, 2, 3);
  }

  @Test
  void handlerIsNotIdleWhileTheStoreHasAChangeThatItWasNotToldOf() throws Exception {
    List<Boolean> seen = new ArrayList<>();
    int runs =
        Interleavings.explore(
            3,
            schedule -> {
              Program program = new Program(schedule);
              Witness witness = program.witness(ROOMY, "end1");
              schedule.fork("writer", () -> program.script(List.of(put("end", 1))));
              schedule.fork("handler", witness::listen);
              schedule.fork(
                  "reader",
                  () -> {
                    boolean isThere = !program.store.list().isEmpty();
                    if (isThere && witness.listener.isIdle()) {
                      assertThat(witness.told).containsExactly("+end1");
                    }
                    seen.add(isThere);
                  });
            });
    assertThat(runs).isGreaterThan(50);
    assertThat(seen).contains(true, false);
  }

  @Test
  void mailboxIsSyncedOnceAllFirstListsWereHandled() throws Exception {
    int runs =
        Interleavings.explore(
            3,
            schedule -> {
              var monitor = new Monitor(new ManualTime());
              var mailbox =
                  new Mailbox<String>(new CoalescingBacklog<>(ROOMY), monitor, schedule.newLock());
              List<String> handled = new ArrayList<>();
              schedule.fork(
                  "upstream",
                  () -> {
                    mailbox.begin(List.of("a", "b"));
                    mailbox.begin(List.of("c"));
                    mailbox.upstreamSynced();
                  });
              schedule.fork(
                  "handler",
                  () -> {
                    while (handled.size() < 3
                        && mailbox.take() instanceof Mailbox.Mail.Initial<String>(var objects)) {
                      for (String object : objects) {
                        assertThat(mailbox.isSynced()).isFalse();
                        schedule.pause();
                        handled.add(object);
                        mailbox.delivered();
                      }
                    }
                  });
              schedule.after(
                  () -> {
                    assertThat(handled).containsExactly("a", "b", "c");
                    assertThat(mailbox.isSynced()).isTrue();
                    assertThat(mailbox.isIdle()).isTrue();
                  });
            });
    assertThat(runs).isGreaterThan(50);
  }

  @Test
  void explorationFindsADuplicateNotification() {
    assertThatThrownBy(
            () ->
                Interleavings.explore(
                    1,
                    schedule -> {
                      Program program = new Program(schedule);
                      schedule.fork(
                          "writer",
                          () -> program.script(List.of(put("a", 1)), List.of(put("end", 2))));
                      schedule.fork(
                          "late",
                          () -> {
                            List<Thing> there =
                                program.store.list(); // what the registration brings as well
                            schedule.pause();
                            Witness late = program.witness(ROOMY, "a1", "end2");
                            late.listener.mailbox().begin(there);
                            late.listen();
                          });
                    }))
        .hasMessageContaining("after the turns");
  }
}
