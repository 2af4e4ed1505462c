package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.informer.store.Change;
import dev.drover.informer.store.Change.Added;
import dev.drover.informer.store.Change.Deleted;
import dev.drover.informer.store.Change.Updated;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoalescingBacklogTest {
  private static final ObjectKey A = ObjectKey.of("shop", "a");
  private static final ObjectKey B = ObjectKey.of("shop", "b");

  private static Change<String> added(ObjectKey key, String object) {
    return new Added<>(key, object);
  }

  private static Change<String> updated(ObjectKey key, String before, String now) {
    return new Updated<>(key, before, now);
  }

  private static Change<String> deleted(ObjectKey key, String object) {
    return new Deleted<>(new Deletion.Seen<>(key, object), object);
  }

  @SafeVarargs
  private static CoalescingBacklog<String> full(Change<String>... notifications) {
    CoalescingBacklog<String> backlog = new CoalescingBacklog<>(0);
    for (var notification : notifications) {
      backlog.add(notification);
    }
    return backlog;
  }

  private static <T> List<Change<T>> drain(CoalescingBacklog<T> backlog) {
    List<Change<T>> all = new ArrayList<>();
    for (var next = backlog.poll(); next != null; next = backlog.poll()) {
      all.add(next);
    }
    assertThat(backlog.size()).isZero();
    return all;
  }

  @Test
  void mailboxKeepsEachNotificationInOrderBelowTheThreshold() {
    CoalescingBacklog<String> backlog = new CoalescingBacklog<>(4);
    var all = List.of(added(A, "1"), updated(A, "1", "2"), added(B, "1"), updated(A, "2", "3"));
    all.forEach(backlog::add);

    assertThat(backlog.size()).isEqualTo(4);
    assertThat(backlog.coalesced()).isZero();
    assertThat(drain(backlog)).isEqualTo(all);
  }

  @Test
  void updatesAboveTheThresholdBecomeOneFromTheFirstStateToTheLast() {
    CoalescingBacklog<String> backlog =
        full(updated(A, "1", "2"), updated(A, "2", "3"), updated(A, "3", "4"));

    assertThat(backlog.size()).isEqualTo(1);
    assertThat(backlog.coalesced()).isEqualTo(2);
    assertThat(drain(backlog)).containsExactly(updated(A, "1", "4"));
  }

  @Test
  void updatesOfANewObjectBecomeItsAddition() {
    assertThat(drain(full(added(A, "1"), updated(A, "1", "2")))).containsExactly(added(A, "2"));
  }

  @Test
  void objectAddedAndDeletedWithinTheBacklogIsNotReported() {
    CoalescingBacklog<String> backlog = full(added(A, "1"), updated(A, "1", "2"), deleted(A, "2"));

    assertThat(backlog.size()).isZero();
    assertThat(backlog.coalesced()).isEqualTo(3);
    assertThat(drain(backlog)).isEmpty();
  }

  @Test
  void deletionOfAKnownObjectIsAlwaysReported() {
    assertThat(drain(full(updated(A, "1", "2"), deleted(A, "2")))).containsExactly(deleted(A, "2"));
    assertThat(drain(full(deleted(A, "1"), added(A, "2"), deleted(A, "2"))))
        .containsExactly(deleted(A, "1"));
  }

  @Test
  void replacedObjectIsReportedAsDeletionAndAddition() {
    CoalescingBacklog<String> backlog = full(deleted(A, "1"), added(A, "2"), updated(A, "2", "3"));

    assertThat(backlog.size()).isEqualTo(2);
    assertThat(drain(backlog)).containsExactly(deleted(A, "1"), added(A, "3"));
  }

  @Test
  void takenHalfOfAReplacementCountsAsReported() {
    CoalescingBacklog<String> backlog =
        full(deleted(A, "1"), added(A, "2"), added(B, "1"), added(B, "1"));
    assertThat(backlog.poll()).isEqualTo(deleted(A, "1"));
    backlog.add(deleted(A, "2"));

    assertThat(drain(backlog)).containsExactly(added(B, "1"));
  }

  @Test
  void objectsKeepTheOrderInWhichTheyCameUp() {
    assertThat(drain(full(added(A, "1"), added(B, "1"), updated(A, "1", "2"))))
        .containsExactly(added(A, "2"), added(B, "1"));
  }

  @Test
  void mailboxKeepsEachNotificationAgainBelowHalfOfTheThreshold() {
    CoalescingBacklog<String> backlog = new CoalescingBacklog<>(4);
    for (int i = 0; i < 5; i++) {
      backlog.add(added(ObjectKey.of("shop", "k" + i), "1"));
    }
    backlog.poll();
    backlog.poll();
    backlog.poll(); // two are left
    backlog.add(updated(A, "1", "2"));
    backlog.add(updated(A, "2", "3"));

    assertThat(backlog.size()).isEqualTo(4);
    assertThat(backlog.coalesced()).isZero();
  }

  @Test
  void sizeIsBoundedByTheObjectsHoweverManyChangesThereAre() {
    CoalescingBacklog<String> backlog = new CoalescingBacklog<>(10);
    for (int i = 0; i < 100_000; i++) {
      backlog.add(updated(ObjectKey.of("shop", "k" + i % 50), "" + i, "" + (i + 50)));
    }

    assertThat(backlog.size()).isEqualTo(50);
    assertThat(backlog.coalesced()).isEqualTo(100_000 - 50);
  }

  /// Random changes, taken at random: a consumer of the notifications ends with the current
  /// objects, sees no impossible step, and each old state is the one of the notification before.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 8, 1000})
  void handlerOfACoalescedBacklogEndsWithTheCurrentObjects(int roomy) {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      CoalescingBacklog<String> backlog = new CoalescingBacklog<>(roomy);
      Map<ObjectKey, String> truth = new HashMap<>();
      Map<ObjectKey, String> view = new HashMap<>();
      int taken = 0;
      int put = 0;
      for (int i = 0; i < 300; i++) {
        if (random.nextInt(3) > 0) {
          change(random, truth, backlog, i);
          put++;
        } else {
          taken += follow(view, backlog.poll());
        }
        assertThat(backlog.size()).isLessThanOrEqualTo(Math.max(roomy, 2 * 6));
      }
      for (int one = follow(view, backlog.poll()); one > 0; one = follow(view, backlog.poll())) {
        taken += one;
      }
      assertThat(view).as("seed " + seed).isEqualTo(truth);
      assertThat(taken + backlog.coalesced()).isEqualTo(put);
    }
  }

  private static void change(
      Random random, Map<ObjectKey, String> truth, CoalescingBacklog<String> backlog, int i) {
    ObjectKey key = ObjectKey.of("shop", "k" + random.nextInt(6));
    String before = truth.get(key);
    if (before == null) {
      truth.put(key, "" + i);
      backlog.add(added(key, "" + i));
    } else if (random.nextBoolean()) {
      truth.put(key, "" + i);
      backlog.add(updated(key, before, "" + i));
    } else {
      truth.remove(key);
      backlog.add(deleted(key, before));
    }
  }

  private static int follow(Map<ObjectKey, String> view, Change<String> next) {
    switch (next) {
      case null -> {
        return 0;
      }
      case Added<String>(var key, var object) -> assertThat(view.put(key, object)).isNull();
      case Updated<String>(var key, var before, var now) ->
          assertThat(view.put(key, now)).isEqualTo(before);
      case Deleted<String> deleted -> assertThat(view.remove(deleted.key())).isNotNull();
    }
    return 1;
  }
}
