package dev.drover.runtime;

import dev.drover.client.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What works only while this replica leads.
///
/// ```
/// start ──▶ following ──lease──▶ leading ──lease lost──▶ following ──▶ ...
///           sources warm         workers too
/// ```
///
/// A replica that loses the lease calls its work off and campaigns again; the process goes on. All
/// changes of the state come from the election's one thread, or after it has ended.
final class LeaderGroup implements Component {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderGroup.class);

  /// Somebody else may lead already, so there is no time to lose.
  private static final Duration CALL_OFF = Duration.ofSeconds(1);

  private static final Duration TOLERANCE = Duration.ofSeconds(20);

  private final Duration grace;
  private final LeaderElection election;
  private final List<Component> members = new ArrayList<>(); // guarded by this
  private boolean leading; // guarded by this

  LeaderGroup(Client client, LeaderOptions options, Duration grace) {
    this.grace = grace;
    Consumer<Leadership> first = this::changed; // the work ends before anybody is told
    this.election =
        new LeaderElection(
            client, options.with(o -> o.listener(first.andThen(options.listener()))));
  }

  /// The host and something by chance, as in controller-runtime.
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

  /// A process that still thinks it leads long after its lease has expired is better restarted.
  void checkHealthy() {
    if (!election.isHealthy(TOLERANCE)) {
      throw new IllegalStateException("the lease expired, and this replica has not stepped down");
    }
  }

  void add(Component member) {
    synchronized (this) {
      members.add(member);
      if (!leading) {
        return;
      }
    }
    begin(member);
  }

  @Override
  public void start() throws InterruptedException {
    for (Component member : all()) {
      if (member instanceof ControllerComponent(var controller)) {
        controller.startSources();
      }
    }
    election.start();
  }

  private synchronized List<Component> all() {
    return List.copyOf(members);
  }

  private void changed(Leadership now) {
    boolean lead = now instanceof Leadership.Leading;
    synchronized (this) {
      if (lead == leading) {
        return;
      }
      leading = lead;
    }
    if (lead) {
      all().forEach(this::begin);
    } else {
      callOff(all().reversed());
    }
  }

  /// Nobody begins anything new while the first ones end, and all have the same time.
  private void callOff(List<Component> working) {
    for (Component member : working) {
      if (member instanceof ControllerComponent(var controller)) {
        controller.callOffWorkers();
      }
    }
    long begin = System.nanoTime();
    for (Component member : working) {
      Duration left = CALL_OFF.minusNanos(System.nanoTime() - begin);
      end(member, left.isPositive() ? left : Duration.ZERO);
    }
  }

  private void begin(Component member) {
    try {
      if (member instanceof ControllerComponent(var controller)) {
        controller.startSources();
        controller.startWorkers();
      } else {
        member.start();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the manager stops
    } catch (Exception e) {
      LOG.error("{} cannot start although this replica leads", member.name(), e);
    }
  }

  private static void end(Component member, Duration limit) {
    @Nullable Exception failure = null;
    try {
      if (member instanceof ControllerComponent(var controller)) {
        controller.stopWorkers(limit);
      } else {
        member.stop(limit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the manager stops
    } catch (Exception e) {
      failure = e;
    }
    if (failure != null) {
      LOG.warn("{} did not stop well", member.name(), failure);
    }
  }

  /// The lease is given up when the work has ended, not before.
  @Override
  public void stop(Duration limit) throws Exception {
    for (Component member : all().reversed()) {
      if (member instanceof ControllerComponent) {
        member.stop(limit);
      } else {
        end(member, grace);
      }
    }
    election.close();
  }
}
