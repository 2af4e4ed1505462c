package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.model.coordination.v1.Lease;
import dev.drover.runtime.internal.ManualTime;
import dev.drover.runtime.leader.LeaderElection;
import dev.drover.runtime.leader.LeaderOptions;
import dev.drover.runtime.leader.Leadership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What an election promises, on any server. Each contender has a clock of its own, which the test
/// moves: as with machines whose clocks do not agree.
abstract class LeaderElectionContract {
  private static final AtomicInteger NAMES = new AtomicInteger();
  private static final Duration LOOK = Duration.ofMillis(4_400); // no pause is longer

  final String lease = "election-" + NAMES.incrementAndGet();
  private final List<AutoCloseable> opened = new ArrayList<>();

  abstract Client client();

  ResourceClient<Lease> leases() {
    return client().resources(Lease.class).inNamespace("default");
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : opened.reversed()) {
      each.close();
    }
  }

  final class Contender implements AutoCloseable {
    final ManualTime time = new ManualTime();
    final LinkedBlockingQueue<Leadership> changes = new LinkedBlockingQueue<>();
    final LeaderElection election;

    Contender(String identity) {
      election =
          new LeaderElection(
              client(),
              LeaderOptions.of("default", lease, identity)
                  .with(o -> o.time(time).labels(Map.of("app", "test")).listener(changes::add)));
      opened.add(this);
      election.start();
    }

    /// Moves this one's clock, once it waits.
    void wait(Duration duration) throws InterruptedException {
      time.awaitSleeper();
      time.advance(duration);
    }

    /// Lets time pass in which this one can do its work, in steps as it pauses.
    void live(Duration duration) throws InterruptedException {
      for (long i = 0; i < duration.toSeconds(); i++) {
        wait(Duration.ofSeconds(1));
      }
      time.awaitSleeper();
    }

    Leadership change() throws InterruptedException {
      Leadership change = changes.poll(30, TimeUnit.SECONDS);
      assertThat(change).as("a change of %s, now %s", lease, election.state()).isNotNull();
      return change;
    }

    void leads() throws InterruptedException {
      assertThat(change()).isInstanceOf(Leadership.Leading.class);
      assertThat(election.isLeader()).isTrue();
    }

    void follows(String leader) throws InterruptedException {
      assertThat(change()).isEqualTo(new Leadership.Following(leader));
      assertThat(election.isLeader()).isFalse();
    }

    @Override
    public void close() {
      election.close();
    }
  }

  @Test
  void electionHasOneLeaderAndOneFollower() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    Contender b = new Contender("b");
    b.follows("a");
    Lease held = leases().get(lease);
    assertThat(held.spec().holderIdentity()).isEqualTo("a");
    assertThat(held.spec().leaseDurationSeconds()).isEqualTo(15);
    assertThat(held.spec().leaseTransitions()).isZero();
    assertThat(held.metadata().labels()).containsEntry("app", "test");
  }

  @Test
  void emptyLeaseIsAcquired() throws Exception {
    leases().create(Lease.named("default", lease));
    Contender a = new Contender("a");
    a.leads();
    assertThat(leases().get(lease).spec().holderIdentity()).isEqualTo("a");
  }

  @Test
  void leaderRenewsItsLeaseWhileTheOtherWaits() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    Contender b = new Contender("b");
    b.follows("a");
    for (int i = 0; i < 12; i++) {
      a.live(Duration.ofSeconds(4));
      b.wait(LOOK);
      b.time.awaitSleeper();
    }
    assertThat(a.election.isLeader()).isTrue();
    assertThat(a.changes).isEmpty();
    assertThat(b.changes).isEmpty();
    assertThat(a.election.slowPaths()).isZero();
  }

  @Test
  void silentLeaderIsReplacedAndStepsDownByItsOwnClock() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    a.time.awaitSleeper();
    Contender b = new Contender("b");
    b.follows("a");
    b.wait(Duration.ofSeconds(14)); // a's clock stands still: it is as if it were stopped
    b.time.awaitSleeper();
    assertThat(b.changes).isEmpty();
    b.wait(LOOK);
    b.leads();
    assertThat(leases().get(lease).spec().leaseTransitions()).isEqualTo(1);

    a.time.advance(Duration.ofSeconds(20)); // it goes on, and has not done anything yet
    assertThat(a.election.isLeader()).isFalse();
    assertThat(a.change()).isEqualTo(new Leadership.Vacant());
    a.follows("b");
    assertThat(b.election.isLeader()).isTrue();
  }

  @Test
  void stoppedLeaderHandsOverAtOnce() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    Contender b = new Contender("b");
    b.follows("a");
    a.close();
    assertThat(a.change()).isEqualTo(new Leadership.Stopped());
    assertThat(leases().get(lease).spec().holderIdentity()).isNull();
    b.wait(LOOK); // far less than the lease's duration
    b.leads();
  }

  @Test
  void followerStopsWithoutChangingTheLease() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    Contender b = new Contender("b");
    b.follows("a");
    b.close();
    assertThat(b.change()).isEqualTo(new Leadership.Stopped());
    assertThat(leases().get(lease).spec().holderIdentity()).isEqualTo("a");
    assertThat(a.election.isLeader()).isTrue();
  }

  @Test
  void leaderKeepsALeaseThatAThirdClientChanges() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    leases().editMetadata(leases().get(lease), m -> m.with(b -> b.annotation("note", "mine")));
    a.live(Duration.ofSeconds(4));
    assertThat(a.election.isLeader()).isTrue();
    assertThat(a.election.slowPaths()).isEqualTo(1);
    assertThat(leases().get(lease).metadata().annotations()).containsEntry("note", "mine");
  }

  @Test
  void leaderCreatesADeletedLeaseAgain() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    leases().delete(lease);
    a.live(Duration.ofSeconds(4));
    assertThat(a.election.isLeader()).isTrue();
    assertThat(leases().get(lease).spec().holderIdentity()).isEqualTo("a");
  }

  @Test
  void leaderStepsDownWhenAThirdClientTakesTheLease() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    leases().edit(leases().get(lease), l -> l.with(b -> b.spec(s -> s.holderIdentity("third"))));
    a.wait(Duration.ofSeconds(2));
    a.follows("third");
  }

  @Test
  void lateReleaseLeavesTheLeaseToItsSuccessor() throws Exception {
    Contender a = new Contender("a");
    a.leads();
    a.time.awaitSleeper();
    leases().edit(leases().get(lease), l -> l.with(b -> b.spec(s -> s.holderIdentity("third"))));
    a.close(); // does not know yet
    assertThat(leases().get(lease).spec().holderIdentity()).isEqualTo("third");
  }
}
