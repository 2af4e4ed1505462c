package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.WatchEvent;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import dev.drover.model.coordination.v1.Lease;
import dev.drover.model.core.v1.Pod;
import dev.drover.server.EmbeddedApiServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A lease is kept while a big cache fills and every processor is busy.
@Tag("slow")
class BusyLeaderTest {
  @TempDir private Path folder;

  @Test
  void leaseIsKeptWhilePodsSyncAndWorkersCompute() throws Exception {
    run(2_000);
  }

  @Test
  @Tag("soak")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void leaseIsKeptWhileTwentyThousandPodsSync() throws Exception {
    run(20_000);
  }

  private void run(int pods) throws Exception {
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Client client =
            Client.connect(
                ClientConfig.fromKubeconfig(
                    server.kubeconfig().getBytes(StandardCharsets.UTF_8)))) {
      fill(client, pods);
      Path config = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
      List<Instant> renewals = Collections.synchronizedList(new ArrayList<>());
      try (WatchStream<Lease> watch =
              client
                  .resources(Lease.class)
                  .inNamespace("default")
                  .watch(WatchOptions.defaults().with(o -> o.resourceVersion("0")));
          ChildJvm leader =
              ChildJvm.start(BusyLeader.class, config.toString(), String.valueOf(pods))) {
        Thread.ofVirtual().start(() -> note(watch, renewals));
        leader.await("Leading");
        assertThat(leader.awaitAny("all seen", "Vacant", "Following", "Stopped"))
            .as("leads until all is done")
            .isEqualTo("all seen");
      }
      assertThat(renewals).as("renewals").hasSizeGreaterThan(3);
      assertThat(longestGap(renewals)).isLessThan(BusyLeader.RENEW);
    }
  }

  private static void fill(Client client, int pods) {
    try (var threads = Executors.newFixedThreadPool(8)) {
      IntStream.range(0, pods)
          .forEach(
              i ->
                  threads.execute(
                      () ->
                          client.create(
                              Pod.named("default", "pod-" + i)
                                  .with(
                                      p ->
                                          p.label("app", "shop")
                                              .spec(
                                                  s ->
                                                      s.container(
                                                          "till", c -> c.image("till:1")))))));
    }
  }

  private static void note(WatchStream<Lease> watch, List<Instant> renewals) {
    while (watch.hasNext()) {
      if (watch.next() instanceof WatchEvent.Modified<Lease>(var lease)
          && lease.spec().renewTime() != null
          && !lease.spec().holderIdentity().isEmpty()) {
        renewals.add(lease.spec().renewTime());
      }
    }
  }

  private static Duration longestGap(List<Instant> times) {
    Duration longest = Duration.ZERO;
    for (int i = 1; i < times.size(); i++) {
      Duration gap = Duration.between(times.get(i - 1), times.get(i));
      longest = gap.compareTo(longest) > 0 ? gap : longest;
    }
    return longest;
  }
}
