package dev.drover.client.ops;

import dev.drover.api.Selector;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Options of [Nodes#drain], as those of `kubectl drain`.
///
/// ```java
/// DrainOptions.defaults().with(o -> o.ignoreDaemonSets(true).timeout(Duration.ofMinutes(5)));
/// ```
public final class DrainOptions {
  private static final DrainOptions DEFAULTS = new DrainOptions(new Builder());

  private final boolean force;
  private final boolean ignoreDaemonSets;
  private final boolean deleteEmptyDirData;
  private final boolean disableEviction;
  private final long gracePeriodSeconds;
  private final Duration timeout;
  private final Duration retryPause;
  private final @Nullable Selector pods;

  private DrainOptions(Builder from) {
    this.force = from.force;
    this.ignoreDaemonSets = from.ignoreDaemonSets;
    this.deleteEmptyDirData = from.deleteEmptyDirData;
    this.disableEviction = from.disableEviction;
    this.gracePeriodSeconds = from.gracePeriodSeconds;
    this.timeout = from.timeout;
    this.retryPause = from.retryPause;
    this.pods = from.pods;
  }

  /// Nothing is lost: pods of DaemonSets, pods with local data and pods without a controller are
  /// refused. No limit of time.
  public static DrainOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public DrainOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.force = force;
    builder.ignoreDaemonSets = ignoreDaemonSets;
    builder.deleteEmptyDirData = deleteEmptyDirData;
    builder.disableEviction = disableEviction;
    builder.gracePeriodSeconds = gracePeriodSeconds;
    builder.timeout = timeout;
    builder.retryPause = retryPause;
    builder.pods = pods;
    change.accept(builder);
    return new DrainOptions(builder);
  }

  /// Whether pods without a controller are evicted, which nothing brings back.
  public boolean force() {
    return force;
  }

  /// Whether pods of DaemonSets, which would come back at once, are left in place.
  public boolean ignoreDaemonSets() {
    return ignoreDaemonSets;
  }

  /// Whether pods with an `emptyDir` volume are evicted, whose data is lost.
  public boolean deleteEmptyDirData() {
    return deleteEmptyDirData;
  }

  /// Whether pods are deleted instead of evicted, past disruption budgets.
  public boolean disableEviction() {
    return disableEviction;
  }

  /// The time that pods get to end, in seconds; negative = as they say themselves.
  public long gracePeriodSeconds() {
    return gracePeriodSeconds;
  }

  /// How long the whole drain may take; zero = no limit.
  public Duration timeout() {
    return timeout;
  }

  /// The pause before an eviction that a disruption budget refused is requested again.
  public Duration retryPause() {
    return retryPause;
  }

  /// The pods that are drained; null = all.
  @Nullable Selector pods() {
    return pods;
  }

  @Override
  public String toString() {
    return "DrainOptions[force=%s, ignoreDaemonSets=%s, deleteEmptyDirData=%s, timeout=%s]"
        .formatted(force, ignoreDaemonSets, deleteEmptyDirData, timeout);
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private boolean force;
    private boolean ignoreDaemonSets;
    private boolean deleteEmptyDirData;
    private boolean disableEviction;
    private long gracePeriodSeconds = -1;
    private Duration timeout = Duration.ZERO;
    private Duration retryPause = Duration.ofSeconds(5);
    private @Nullable Selector pods;

    private Builder() {}

    /// As [DrainOptions#force].
    public Builder force(boolean allowed) {
      force = allowed;
      return this;
    }

    /// As [DrainOptions#ignoreDaemonSets].
    public Builder ignoreDaemonSets(boolean ignored) {
      ignoreDaemonSets = ignored;
      return this;
    }

    /// As [DrainOptions#deleteEmptyDirData].
    public Builder deleteEmptyDirData(boolean allowed) {
      deleteEmptyDirData = allowed;
      return this;
    }

    /// As [DrainOptions#disableEviction].
    public Builder disableEviction(boolean disabled) {
      disableEviction = disabled;
      return this;
    }

    /// As [DrainOptions#gracePeriodSeconds].
    public Builder gracePeriodSeconds(long seconds) {
      gracePeriodSeconds = seconds;
      return this;
    }

    /// As [DrainOptions#timeout].
    public Builder timeout(Duration limit) {
      if (limit.isNegative()) {
        throw new IllegalArgumentException("timeout must not be negative, got " + limit);
      }
      timeout = limit;
      return this;
    }

    /// As [DrainOptions#retryPause].
    public Builder retryPause(Duration pause) {
      if (!pause.isPositive()) {
        throw new IllegalArgumentException("retryPause must be positive, got " + pause);
      }
      retryPause = pause;
      return this;
    }

    /// Drains only the pods that this selector selects.
    public Builder pods(Selector which) {
      pods = which;
      return this;
    }
  }
}
