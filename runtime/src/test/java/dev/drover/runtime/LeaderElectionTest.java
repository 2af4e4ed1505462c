package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import dev.drover.client.Transport;
import dev.drover.runtime.internal.ManualTime;
import dev.drover.runtime.leader.LeaderElection;
import dev.drover.runtime.leader.LeaderOptions;
import dev.drover.runtime.leader.Leadership;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import dev.drover.testsupport.DrippingServer;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Elections on the embedded server, and what happens when it fails.
class LeaderElectionTest extends LeaderElectionContract {
  private static final Duration ONE = Duration.ofSeconds(1);

  private static EmbeddedApiServer server;
  private static Client client;

  @BeforeAll
  static void start() {
    server = EmbeddedApiServer.start();
    client =
        Client.connect(
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Override
  Client client() {
    return client;
  }

  @Test
  void leaderThatCannotRenewStepsDownAndCampaignsAgain() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    try (var _ =
        server
            .faults()
            .inject(RequestMatch.any().resource("leases").name(lease), Fault.refuse(500))) {
      a.live(Duration.ofSeconds(8));
      assertThat(a.election.isLeader()).isTrue();
      for (int i = 0; i < 4; i++) {
        a.wait(Duration.ofSeconds(1));
      }
      assertThat(a.change()).isEqualTo(new Leadership.Vacant());
    }
    a.wait(Duration.ofSeconds(5));
    a.leads();
  }

  @Test
  void unreadableResponseDoesNotEndTheElection() throws Exception {
    AtomicBoolean garbled = new AtomicBoolean(true);
    Transport.Layer odd =
        (request, next) -> {
          if (garbled.get()) {
            throw new IllegalStateException("<html>come back later</html>");
          }
          return next.send(request);
        };
    BlockingQueue<Leadership> changes = new LinkedBlockingQueue<>();
    ManualTime time = new ManualTime();
    try (Client through = Client.connect(client.rest().config(), List.of(odd));
        LeaderElection election =
            new LeaderElection(
                through,
                LeaderOptions.of("default", lease, "a")
                    .with(o -> o.time(time).listener(changes::add)))) {
      election.start();
      time.awaitSleeper();
      garbled.set(false);
      time.advance(Duration.ofSeconds(5));
      assertThat(changes.poll(20, TimeUnit.SECONDS)).isInstanceOf(Leadership.Leading.class);
    }
  }

  @Test
  void lossIsReportedWhenTheServerSendsItsResponseByteByByte() throws Exception {
    AtomicBoolean slow = new AtomicBoolean();
    BlockingQueue<Leadership> changes = new LinkedBlockingQueue<>();
    Duration two = Duration.ofSeconds(2);
    try (DrippingServer dripping = new DrippingServer("HTTP/1.1 200 OK\r\nX-Slow: ", "x");
        Transport detour = Transport.http1(ClientConfig.of(dripping.url()));
        Client through =
            Client.connect(
                client.rest().config(),
                List.of((request, next) -> (slow.get() ? detour : next).send(request)));
        LeaderElection election =
            new LeaderElection(
                through,
                LeaderOptions.of("default", lease, "a")
                    .with(
                        o ->
                            o.times(two.plusSeconds(1), two, Duration.ofMillis(500))
                                .listener(changes::add)))) {
      election.start();
      assertThat(changes.poll(30, TimeUnit.SECONDS)).isInstanceOf(Leadership.Leading.class);
      slow.set(true);
      assertThat(changes.poll(30, TimeUnit.SECONDS)).isEqualTo(new Leadership.Vacant());
      assertThat(dripping.connections()).isPositive();
      slow.set(false);
      assertThat(changes.poll(30, TimeUnit.SECONDS)).isInstanceOf(Leadership.Leading.class);
    }
  }

  @Test
  void lossIsReportedWhenSomethingInThisProcessHoldsTheRequestUp() throws Exception {
    AtomicBoolean hangs = new AtomicBoolean();
    CountDownLatch never = new CountDownLatch(1);
    Transport.Layer stuck =
        (request, next) -> {
          if (hangs.get()) {
            try {
              never.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
              throw new InterruptedIOException("interrupted");
            }
          }
          return next.send(request);
        };
    BlockingQueue<Leadership> changes = new LinkedBlockingQueue<>();
    Duration two = Duration.ofSeconds(2);
    try (Client through = Client.connect(client.rest().config(), List.of(stuck));
        LeaderElection election =
            new LeaderElection(
                through,
                LeaderOptions.of("default", lease, "a")
                    .with(
                        o ->
                            o.times(two.plusSeconds(1), two, Duration.ofMillis(500))
                                .listener(changes::add)))) {
      election.start();
      assertThat(changes.poll(30, TimeUnit.SECONDS)).isInstanceOf(Leadership.Leading.class);
      hangs.set(true);
      Leadership lost = changes.poll(30, TimeUnit.SECONDS);
      hangs.set(false);
      never.countDown();
      assertThat(lost).isEqualTo(new Leadership.Vacant());
      assertThat(changes.poll(30, TimeUnit.SECONDS)).isInstanceOf(Leadership.Leading.class);
    }
  }

  @Test
  void rateLimiterOfTheClientDoesNotHoldTheElectionBack() throws Exception {
    RestClient held =
        client
            .rest()
            .withRateLimiter(
                () -> {
                  throw new AssertionError("the election waited for the rate limiter");
                });
    BlockingQueue<Leadership> changes = new LinkedBlockingQueue<>();
    try (LeaderElection election =
        new LeaderElection(
            Client.over(held),
            LeaderOptions.of("default", lease, "a").with(o -> o.listener(changes::add)))) {
      election.start();
      assertThat(changes.poll(30, TimeUnit.SECONDS)).isInstanceOf(Leadership.Leading.class);
    }
  }

  @Test
  void healthIsBadWhenTheRenewingThreadHangs() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    assertThat(a.election.isHealthy(Duration.ofSeconds(1))).isTrue();
    CountDownLatch arrived = new CountDownLatch(1);
    RequestMatch renewal =
        RequestMatch.any()
            .resource("leases")
            .name(lease)
            .where(
                _ -> {
                  arrived.countDown();
                  return true;
                });
    try (var _ = server.faults().inject(renewal, Fault.delay(Duration.ofSeconds(3)))) {
      a.wait(Duration.ofSeconds(2));
      arrived.await();
      a.time.advance(Duration.ofSeconds(14)); // sixteen since it last wrote
      assertThat(a.election.isLeader()).isFalse();
      assertThat(a.election.isHealthy(Duration.ofSeconds(2))).isTrue();
      assertThat(a.election.isHealthy(Duration.ofMillis(500))).isFalse();
    }
  }

  @Test
  void timesThatCannotWorkAreRefused() {
    LeaderOptions options = LeaderOptions.of("default", "x", "me");
    Duration two = Duration.ofSeconds(2);
    Duration ten = Duration.ofSeconds(10);
    assertThatThrownBy(() -> options.with(o -> o.times(ten, ten, two)))
        .hasMessageContaining("PT10S, PT10S and PT2S");
    assertThatThrownBy(() -> options.with(o -> o.times(ten, two, two)))
        .hasMessageContaining("1.2 x retryPeriod");
    assertThatThrownBy(() -> options.with(o -> o.times(ten, two, Duration.ZERO)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> options.with(o -> o.times(ten.plusMillis(500), two, ONE)))
        .hasMessageContaining("whole seconds");
    assertThatThrownBy(() -> LeaderOptions.of("default", "x", ""))
        .hasMessageContaining("an identity");
  }

  @Test
  void electionTimesAreThoseOfClientGo() {
    LeaderOptions options = LeaderOptions.of("default", "x", "me");
    assertThat(options.leaseDuration()).isEqualTo(Duration.ofSeconds(15));
    assertThat(options.renewDeadline()).isEqualTo(Duration.ofSeconds(10));
    assertThat(options.retryPeriod()).isEqualTo(Duration.ofSeconds(2));
  }
}
