package dev.drover.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.client.ManualTime;
import dev.drover.recipes.set.DesiredSet;
import dev.drover.recipes.set.SetOptions;
import dev.drover.recipes.set.SetSweeper;
import dev.drover.recipes.testing.OnCluster;
import dev.drover.runtime.Reason;
import dev.drover.runtime.Request;
import dev.drover.runtime.Source;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The sweeper of shared controllers.
class SweepSourceTest extends OnCluster {
  @Test
  void setsAreSweptByTheTimeOfTheFactory() throws Exception {
    manager("definitions").install(Cone.class);
    ManualTime time = new ManualTime();
    SetSweeper sweeper = new SetSweeper(client, "cone", Kind.of(Cone.class), SetOptions.defaults());
    opened(new SweepSource("cone", sweeper, Duration.ofHours(1), time).start(new NoRequests()));
    time.awaitAlarms(1); // the first sweep is over
    DesiredSet.of(client, "cone")
        .ownedBy(Kind.of(Cone.class), ObjectKey.of(namespace, "gone"))
        .execute(List.of(map("left", "1")));
    time.advance(Duration.ofMinutes(59));
    assertThat(maps()).containsExactly("left");
    time.advance(Duration.ofMinutes(1));
    time.awaitAlarms(1);
    assertThat(maps()).isEmpty();
  }

  private static final class NoRequests implements Source.Sink {
    @Override
    public void add(Request request, Reason why, int priority) {
      throw new AssertionError("a sweep enqueues " + request);
    }

    @Override
    public void addAfter(Request request, Reason why, Duration delay) {
      throw new AssertionError("a sweep enqueues " + request);
    }
  }
}
