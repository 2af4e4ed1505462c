package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.EmbeddedApiServer;
import dev.drover.testsupport.LiveThreads;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever happens between a cache and its server, in the end every cache, every index and every
/// handler's view is what the server has. Chance decides what happens; the seed repeats it.
@Tag("slow")
class ConvergenceTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void cachesAndHandlersConvergeToTheServer(long seed) throws Exception {
    run(embedded(), seed, 4);
  }

  @Test
  @Tag("real")
  void cachesAndHandlersConvergeToARealServer() throws Exception {
    run(TestServer.real(), 4, 8);
  }

  @Test
  @Tag("soak")
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void forALongTime() throws Exception {
    long start = Long.getLong("drover.seed", System.nanoTime());
    for (long seed = start; seed < start + Integer.getInteger("drover.seeds", 30); seed++) {
      run(embedded(), seed, 20);
    }
  }

  /// A short history, so that versions expire by themselves, too.
  private static TestServer embedded() {
    return TestServer.embedded(EmbeddedApiServer.Options.defaults().with(o -> o.history(300)));
  }

  private static void run(TestServer server, long seed, int rounds) throws Exception {
    try (server;
        Turmoil turmoil = new Turmoil(server, seed)) {
      for (int round = 0; round < rounds; round++) {
        turmoil.round(round);
      }
      turmoil.requireTurmoil();
    }
    assertThat(LiveThreads.named("drover/configmaps")).isEmpty();
    assertThat(LiveThreads.named("drover/metadata of configmaps")).isEmpty();
  }
}
