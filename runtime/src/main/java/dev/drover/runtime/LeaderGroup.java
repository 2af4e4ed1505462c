package dev.drover.runtime;

import dev.drover.client.Client;
import dev.drover.client.TimeSource;
import dev.drover.runtime.engine.GracePeriod;
import dev.drover.runtime.internal.HostName;
import dev.drover.runtime.leader.LeaderElection;
import dev.drover.runtime.leader.LeaderOptions;
import dev.drover.runtime.leader.Leadership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What works only while this replica leads.
///
/// ```
/// start ──▶ following ──lease──▶ leading ──lease lost──▶ following ──▶ ...
///           sources warm         workers too
/// ```
///
/// A replica that loses the lease calls its work off and campaigns again; the process goes on. The
/// election's one thread begins and ends the members; [#add] and [#stop] may come at any time.
final class LeaderGroup implements Component {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderGroup.class);

  /// Short: another replica may lead already.
  private static final Duration CALL_OFF = Duration.ofSeconds(1);

  private static final Duration TOLERANCE = Duration.ofSeconds(20);

  private final LeaderElection election;
  private final Consumer<Throwable> failed;
  private final List<Component> members = new ArrayList<>(); // guarded by this
  private final Set<Component> working =
      Collections.newSetFromMap(new IdentityHashMap<>()); // that have begun; guarded by this
  private boolean started; // guarded by this
  private boolean leading; // guarded by this
  private boolean stopping; // guarded by this

  /// @param failed called when this replica leads but cannot work
  LeaderGroup(Client client, LeaderOptions options, Consumer<Throwable> failed) {
    this.failed = failed;
    Consumer<Leadership> first = this::changed; // the work ends before the listener is called
    this.election =
        new LeaderElection(
            client, options.with(o -> o.listener(first.andThen(options.listener()))));
  }

  /// The host name and a random part, as in controller-runtime.
  static String identity() {
    return HostName.own() + "_" + UUID.randomUUID();
  }

  @Override
  public String name() {
    return "leader election";
  }

  boolean isLeader() {
    return election.isLeader();
  }

  /// Whether another replica works, as far as is known.
  boolean isFollower() {
    return election.state() instanceof Leadership.Following;
  }

  /// A process that has not noticed the loss of its lease long after the expiry should be
  /// restarted.
  void checkHealthy() {
    if (!election.isHealthy(TOLERANCE)) {
      throw new IllegalStateException("the lease expired, and this replica has not stepped down");
    }
  }

  void add(Component member) {
    boolean isLate;
    synchronized (this) {
      members.add(member);
      isLate = started && !stopping;
    }
    if (isLate) {
      warm(member);
    }
    begin(member);
  }

  /// A standby caches the objects of late controllers, too.
  private void warm(Component member) {
    if (!(member instanceof ControllerComponent part)) {
      return;
    }
    try {
      part.startSources();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted while " + member.name() + " started", e);
    } catch (Exception e) {
      failed(member, e);
    }
  }

  /// Forgets a member that has ended by itself.
  synchronized void remove(Component member) {
    members.remove(member);
    working.removeIf(member::equals);
  }

  @Override
  public void start() throws InterruptedException {
    for (Component member : startedMembers()) {
      if (member instanceof ControllerComponent part) {
        part.startSources();
      }
    }
    election.start();
  }

  private synchronized List<Component> startedMembers() {
    started = true;
    return List.copyOf(members);
  }

  private synchronized List<Component> all() {
    return List.copyOf(members);
  }

  private void changed(Leadership now) {
    boolean lead = now instanceof Leadership.Leading;
    boolean isOver;
    synchronized (this) {
      isOver = now instanceof Leadership.Stopped && !stopping;
      leading = lead && !stopping;
    }
    if (lead) {
      all().forEach(this::begin);
    } else {
      callOff();
    }
    if (isOver) {
      failed.accept(new IllegalStateException("the leader election has ended; see the log"));
    }
  }

  /// Nothing unless this replica leads, or when it has begun already.
  private void begin(Component member) {
    if (!takesUp(member)) {
      return;
    }
    try {
      member.start();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the manager stops
    } catch (Throwable e) {
      // An Error too: a leader that does nothing must not keep the lease.
      failed(member, e);
    }
  }

  /// The lead may be lost while the members before this one began.
  private synchronized boolean takesUp(Component member) {
    return leading && election.isLeader() && working.add(member);
  }

  private void failed(Component member, Throwable error) {
    synchronized (this) {
      if (stopping) {
        LOG.debug("{} was stopped while it started", member.name(), error);
        return;
      }
    }
    failed.accept(
        new StartException(
            (isLeader() ? "this replica leads but cannot start " : "this replica cannot start ")
                + member.name()
                + ": "
                + error.getMessage(),
            error));
  }

  private void callOff() {
    List<Component> ending = atWork();
    callOffWorkers(ending);
    GracePeriod left = new GracePeriod(CALL_OFF, TimeSource.system());
    for (Component member : ending) {
      left.stop(
          member.name(),
          member instanceof ControllerComponent(var controller)
              ? controller::stopWorkers
              : member::stop);
    }
    left.failures()
        .forEach(
            failure ->
                LOG.warn(
                    "leader election: {} did not stop after the loss of the lease: {}",
                    failure.part(),
                    failure.error().getMessage(),
                    failure.error()));
  }

  /// Those that have begun, the last one first; they have to start again after this.
  private synchronized List<Component> atWork() {
    List<Component> begun = members.reversed().stream().filter(working::contains).toList();
    working.clear();
    return begun;
  }

  /// Keeps all members from starting new work while the first of them stop.
  private static void callOffWorkers(List<Component> ending) {
    for (Component member : ending) {
      if (member instanceof ControllerComponent(var controller)) {
        controller.callOffWorkers();
      }
    }
  }

  /// The lease is given up when the work has ended, not before.
  @Override
  public void stop(Duration limit) {
    List<Component> ending;
    synchronized (this) {
      stopping = true;
      leading = false;
      ending =
          members.reversed().stream()
              .filter(m -> m instanceof ControllerComponent || working.contains(m)) // warm sources
              .toList();
      working.clear();
    }
    callOffWorkers(ending);
    GracePeriod left = new GracePeriod(limit, TimeSource.system());
    ending.forEach(member -> left.stop(member.name(), member::stop));
    election.close();
    StopException failure = left.failure("the leader's part").orElse(null);
    if (failure != null) {
      throw failure;
    }
  }
}
