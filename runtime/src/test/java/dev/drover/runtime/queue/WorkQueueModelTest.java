package dev.drover.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.runtime.internal.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/// Random programs on the queue and on a slow, obvious model of it must give the same.
///
/// `-Ddrover.seed=N` begins with other programs.
class WorkQueueModelTest {
  private static final long SEED = Long.getLong("drover.seed", 20_261_115);
  private static final int PROGRAMS = 2_000;
  private static final int STEPS = 60;

  /// One wish to be handed out.
  private static final class Wish {
    final int key;
    int priority;
    int at;
    long order;

    Wish(int key, int priority, int at, long order) {
      this.key = key;
      this.priority = priority;
      this.at = at;
      this.order = order;
    }
  }

  /// Keeps all in lists and looks through them.
  private static final class Model {
    final List<Wish> wishes = new ArrayList<>();
    final List<Integer> running = new ArrayList<>();
    final int[] failures = new int[10];
    final boolean[] ready = new boolean[10]; // wishes whose time has come
    int now;
    long orders;

    Optional<Wish> wish(int key) {
      return wishes.stream().filter(wish -> wish.key == key).findFirst();
    }

    void expire() {
      wishes.stream()
          .filter(wish -> !ready[wish.key] && wish.at <= now)
          .sorted(Comparator.<Wish>comparingInt(w -> w.at).thenComparingLong(w -> w.order))
          .forEach(this::becomesReady);
    }

    void becomesReady(Wish wish) {
      ready[wish.key] = true;
      wish.order = orders++;
    }

    void add(int key, int at, int priority) {
      expire();
      Wish wish = wish(key).orElse(null);
      if (wish == null) {
        wish = new Wish(key, priority, at, orders++);
        wishes.add(wish);
      } else {
        wish.at = Math.min(wish.at, at);
        if (priority > wish.priority) {
          wish.priority = priority;
          if (ready[key]) {
            wish.order = orders++;
          }
        }
      }
      if (!ready[key] && wish.at <= now) {
        becomesReady(wish);
      }
    }

    Optional<Integer> take() {
      expire();
      Optional<Wish> next =
          wishes.stream()
              .filter(wish -> ready[wish.key] && !running.contains(wish.key))
              .min(Comparator.<Wish>comparingInt(w -> -w.priority).thenComparingLong(w -> w.order));
      next.ifPresent(
          wish -> {
            wishes.remove(wish);
            ready[wish.key] = false;
            running.add(wish.key);
          });
      return next.map(wish -> wish.key);
    }

    void done(int key) {
      expire();
      running.remove(Integer.valueOf(key));
      wish(key).filter(_ -> ready[key]).ifPresent(wish -> wish.order = orders++);
    }

    long ready() {
      expire();
      return wishes.stream().filter(w -> ready[w.key] && !running.contains(w.key)).count();
    }

    long delayed() {
      return wishes.stream().filter(wish -> !ready[wish.key]).count();
    }
  }

  @Test // E01-E06
  void workQueueEqualsItsModelForRandomPrograms() throws Exception {
    for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
      List<String> steps = new ArrayList<>();
      try {
        run(RandomGeneratorFactory.of("L64X128MixRandom").create(seed), steps);
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + " after " + steps + ": " + e.getMessage(), e);
      }
    }
  }

  private static void run(RandomGenerator random, List<String> steps) throws Exception {
    ManualTime time = new ManualTime();
    Model model = new Model();
    WorkQueue<Integer> queue =
        new WorkQueue<>(
            QueueOptions.defaults()
                .with(
                    o ->
                        o.time(time)
                            .limiter(
                                RetryLimiter.fastSlow(Duration.ofNanos(3), Duration.ofNanos(11), 2))
                            .ageing(new Ageing(Duration.ofDays(1), 2))));
    for (int i = 0; i < STEPS; i++) {
      int key = random.nextInt(5);
      int priority = random.nextInt(3);
      int delay = random.nextInt(8);
      switch (random.nextInt(8)) {
        case 0 -> {
          steps.add("add " + key + " " + priority);
          queue.add(key, priority);
          model.add(key, model.now, priority);
        }
        case 1 -> {
          steps.add("after " + key + " " + delay + " " + priority);
          queue.add(key, AddOptions.after(Duration.ofNanos(delay)).withPriority(priority));
          model.add(key, model.now + delay, priority);
        }
        case 2 -> {
          steps.add("fail " + key);
          queue.addRateLimited(key);
          int wait = ++model.failures[key] <= 2 ? 3 : 11;
          model.add(key, model.now + wait, 0);
        }
        case 3 -> {
          steps.add("forget " + key);
          queue.forget(key);
          model.failures[key] = 0;
        }
        case 4 -> {
          steps.add("wait " + delay);
          time.advance(Duration.ofNanos(delay));
          model.now += delay;
        }
        case 5, 6 -> {
          steps.add("take");
          Optional<Integer> expected = model.take();
          assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
          if (expected.isPresent()) {
            assertThat(queue.take()).isEqualTo(expected);
          }
        }
        default -> {
          if (!model.running.isEmpty()) {
            int done = model.running.get(random.nextInt(model.running.size()));
            steps.add("done " + done);
            queue.done(done);
            model.done(done);
          }
        }
      }
      assertThat(queue.size()).isEqualTo((int) model.ready());
      assertThat(queue.delayed()).isEqualTo((int) model.delayed());
      assertThat(queue.running()).isEqualTo(model.running.size());
      assertThat(queue.failures(key)).isEqualTo(model.failures[key]);
    }
  }
}
