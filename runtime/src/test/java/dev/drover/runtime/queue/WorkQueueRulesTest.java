package dev.drover.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.drover.runtime.internal.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The rules of the queue as a table: what is done, and which key comes out.
///
/// A step is a word and its arguments: `add KEY [PRIORITY]`, `after KEY MILLIS [PRIORITY]`, `fail
/// KEY [PRIORITY]`, `limited KEY MILLIS` (both), `forget KEY`, `done KEY`, `wait MILLIS`, `shut`,
/// `close`. What must be so: `takes KEY...`, `empty`, `over`, `ready N`, `delayed N`, `running N`,
/// `failures KEY N`.
class WorkQueueRulesTest {
  private static final List<List<String>> RULES =
      List.of(
          List.of("keys come in the order they were added", "add a; add b; add c; takes a b c"),
          List.of("a key waits only once", "add a; add b; add a; takes a b; empty"),
          List.of(
              "a key goes out once until it is done", "add a; takes a; add a; empty; running 1"),
          List.of(
              "a change during a run causes exactly one more",
              "add a; takes a; add a; add a; done a; takes a; done a; empty; running 0"),
          List.of(
              "a changed key goes to the end when it is done",
              "add a; takes a; add a; add b; done a; takes b a"),
          List.of("a key that is done is gone", "add a; takes a; done a; empty; running 0"),
          List.of(
              "a delayed key is not ready before its time",
              "after a 10; empty; delayed 1; wait 9; empty; wait 1; takes a; delayed 0"),
          List.of("no delay means now", "after a 0; takes a"),
          List.of("a negative delay means now", "after a -5; takes a"),
          List.of(
              "delayed keys come in the order of their times",
              "after a 30; after b 10; after c 20; wait 30; takes b c a"),
          List.of(
              "keys of the same time come in the order they were added",
              "after a 10; after b 10; after c 10; wait 10; takes a b c"),
          List.of(
              "the earlier time wins", "after a 30; after a 10; wait 10; takes a; wait 20; empty"),
          List.of(
              "the earlier time wins, whichever came first",
              "after a 10; after a 30; wait 10; takes a"),
          List.of(
              "now is earlier than later", "after a 10; add a; takes a; done a; wait 10; empty"),
          List.of("a ready key stays ready", "add a; after a 10; takes a; done a; wait 10; empty"),
          List.of(
              "a key turning ready is ordered by that moment",
              "after a 10; add b; wait 10; add c; takes b a c"),
          List.of(
              "a running key can be delayed",
              "add a; takes a; after a 10; done a; empty; wait 10; takes a"),
          List.of(
              "a delay that ends during the run counts when it is done",
              "add a; takes a; after a 10; wait 10; empty; done a; takes a"),
          List.of(
              "now wins over later during a run too",
              "add a; takes a; after a 10; add a; done a; takes a; done a; wait 10; empty"),
          List.of("higher priorities come first", "add a; add b 1; add c -1; takes b a c"),
          List.of("the higher priority wins", "add a; add b; add b 1; takes b a; empty"),
          List.of("a lower priority changes nothing", "add a 1; add b 1; add a -1; takes a b"),
          List.of(
              "a raised key goes to the end of those of its new priority",
              "add a; add b 1; add a 1; add c 1; takes b a c"),
          List.of(
              "a delayed key is raised and stays delayed",
              "after a 10 -1; after a 20 5; add b 1; wait 10; takes a b"),
          List.of(
              "a key that turns ready comes by its priority",
              "after a 10 1; add b; wait 10; takes a b"),
          List.of(
              "what was added during a run has its own priority",
              "add a 5; takes a; add a; add b 1; done a; takes b a"),
          List.of(
              "of what was added during a run the highest priority wins",
              "add a; takes a; add a; add a 2; add b 1; done a; takes a b"),
          List.of(
              "each failure doubles the wait",
              "fail a; wait 4; empty; wait 1; takes a; fail a; done a; wait 9; empty; wait 1; takes"
                  + " a; fail a; done a; wait 19; empty; wait 1; takes a; failures a 3"),
          List.of(
              "after forget the waits begin anew",
              "fail a; wait 5; takes a; fail a; forget a; done a; failures a 0; wait 10; takes a;"
                  + " fail a; done a; wait 5; takes a"),
          List.of(
              "forget does not take a key out of the queue", "fail a; forget a; wait 5; takes a"),
          List.of("adding is no failure", "add a; takes a; add a; after a 5; done a; failures a 0"),
          List.of(
              "failures outlive a run that says nothing",
              "fail a; wait 5; takes a; done a; failures a 1; fail a; wait 9; empty; wait 1; takes"
                  + " a"),
          List.of(
              "of a delay and a limit the shorter counts",
              "limited a 2; wait 2; takes a; failures a 1"),
          List.of("of a limit and a delay the shorter counts", "limited a 20; wait 5; takes a"),
          List.of("a failed key that is ready stays so", "add a; fail a; takes a; failures a 1"),
          List.of("a failed key keeps its place", "add a; add b; fail a; takes a b"),
          List.of("a failed key is raised", "add b; fail a 1; wait 5; takes a b"),
          List.of(
              "a key that fails too often is given up",
              "fail a; fail a; fail a; fail a; failures a 4; refused a; failures a 0"),
          List.of(
              "shut down, nothing new is taken",
              "add a; shut; add b; after c 1; fail d; takes a; over"),
          List.of("shut down, delayed keys are forgotten", "after a 10; shut; delayed 0; over"),
          List.of(
              "shut down, a change is still not lost",
              "add a; takes a; add a; shut; done a; takes a; done a; over"),
          List.of(
              "shut down, a running key does not come again later",
              "add a; takes a; after a 10; shut; done a; over; delayed 0"),
          List.of("closed, nothing comes out", "add a; after b 1; close; over; ready 0; delayed 0"),
          List.of(
              "closed, a running key may end",
              "add a; takes a; add a; close; done a; over; running 0"));

  static Stream<Arguments> rules() {
    return RULES.stream().map(rule -> arguments(rule.getFirst(), rule.getLast()));
  }

  @ParameterizedTest(name = "{0}") // E01-E06
  @MethodSource("rules")
  void workQueueObeysTheRulesOfControllerRuntime(String rule, String steps) throws Exception {
    new Script().run(steps);
  }

  /// A queue with limits of 5 ms, 10 ms, 20 ms and so on, four retries and no ageing.
  private static final class Script {
    final ManualTime time = new ManualTime();
    final WorkQueue<String> queue =
        new WorkQueue<>(
            QueueOptions.defaults()
                .with(o -> o.time(time).maxRetries(4).ageing(new Ageing(Duration.ofDays(1), 2))));

    void run(String steps) throws Exception {
      for (String step : steps.split(";")) {
        String[] words = step.strip().split(" ");
        step(words);
      }
    }

    private void step(String[] w) throws Exception {
      switch (w[0]) {
        case "add" -> queue.add(w[1], number(w, 2));
        case "after" ->
            queue.add(
                w[1], AddOptions.after(Duration.ofMillis(number(w, 2))).withPriority(number(w, 3)));
        case "fail" -> assertThat(fail(w)).isTrue();
        case "refused" -> assertThat(fail(w)).isFalse();
        case "limited" ->
            queue.add(w[1], AddOptions.RATE_LIMITED.withAfter(Duration.ofMillis(number(w, 2))));
        case "forget" -> queue.forget(w[1]);
        case "done" -> queue.done(w[1]);
        case "wait" -> time.advance(Duration.ofMillis(number(w, 1)));
        case "shut" -> queue.shutDown();
        case "close" -> queue.close();
        case "takes" -> {
          for (int i = 1; i < w.length; i++) {
            assertThat(queue.size()).as("ready before %s", w[i]).isPositive();
            assertThat(queue.take()).contains(w[i]);
          }
        }
        case "empty" -> assertThat(queue.isEmpty()).isTrue();
        case "over" -> assertThat(queue.take()).isEmpty();
        case "ready" -> assertThat(queue.size()).isEqualTo(number(w, 1));
        case "delayed" -> assertThat(queue.delayed()).isEqualTo(number(w, 1));
        case "running" -> assertThat(queue.running()).isEqualTo(number(w, 1));
        case "failures" -> assertThat(queue.failures(w[1])).isEqualTo(number(w, 2));
        default -> throw new IllegalArgumentException(w[0]);
      }
    }

    private boolean fail(String[] w) {
      return queue.add(w[1], AddOptions.RATE_LIMITED.withPriority(number(w, 2)));
    }

    private static int number(String[] words, int index) {
      return words.length > index ? Integer.parseInt(words[index]) : 0;
    }
  }
}
