package dev.drover.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

class InterleavingsTest {
  private int value;

  @Test
  void updateThatIsLostInOneInterleavingIsFound() {
    assertThatThrownBy(
            () ->
                Interleavings.explore(
                    1,
                    program -> {
                      value = 0;
                      program.fork("one", () -> increment(program));
                      program.fork("two", () -> increment(program));
                      program.after(() -> assertThat(value).isEqualTo(2));
                    }))
        .hasRootCauseInstanceOf(AssertionError.class)
        .hasMessageContaining("after the turns [one, two");
  }

  private void increment(Interleavings program) {
    int before = value;
    program.pause();
    value = before + 1;
  }

  @Test
  void lockMakesAllInterleavingsRight() throws Exception {
    int runs =
        Interleavings.explore(
            2,
            program -> {
              value = 0;
              Lock lock = program.newLock();
              for (String name : new String[] {"one", "two"}) {
                program.fork(
                    name,
                    () -> {
                      lock.lock();
                      increment(program);
                      lock.unlock();
                    });
              }
              program.after(() -> assertThat(value).isEqualTo(2));
            });
    assertThat(runs).isGreaterThan(3);
  }

  @Test
  void threadsThatWaitForEachOtherAreADeadlock() {
    assertThatThrownBy(
            () ->
                Interleavings.explore(
                    1,
                    program -> {
                      Lock a = program.newLock();
                      Lock b = program.newLock();
                      program.fork("ab", () -> both(a, b));
                      program.fork("ba", () -> both(b, a));
                    }))
        .hasMessageContaining("deadlock of ab, ba");
  }

  private static void both(Lock first, Lock second) {
    first.lock();
    second.lock();
    second.unlock();
    first.unlock();
  }

  @Test
  void timeAdvancesToTheDeadlineOfAParkedThread() throws Exception {
    Interleavings.explore(
        1,
        program -> {
          program.fork("sleeper", () -> program.parkUntil(50));
          program.after(() -> assertThat(program.now()).isEqualTo(50));
        });
  }
}
