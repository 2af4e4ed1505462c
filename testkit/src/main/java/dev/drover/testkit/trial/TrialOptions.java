package dev.drover.testkit.trial;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Options of trials without JUnit: budget, seed, the plan to replay, where the report goes.
///
/// ```java
/// TrialOptions.defaults().with(o -> o.budget(Duration.ofMinutes(5)).seed(42))
/// ```
public final class TrialOptions {
  /// The system property with a plan to replay instead of all others. A trial whose run does not
  /// come to the place of the plan fails.
  public static final String REPLAY = "drover.trial.replay";

  private static final TrialOptions DEFAULTS = new TrialOptions(new Builder());

  private final Duration budget;
  private final int plans;
  private final int pairs;
  private final long seed;
  private final Optional<String> replay;
  private final Optional<Path> reports;
  private final Consumer<String> progress;

  private TrialOptions(Builder from) {
    this.budget = from.budget;
    this.plans = from.plans;
    this.pairs = from.pairs;
    this.seed = from.seed;
    this.replay = from.replay;
    this.reports = from.reports;
    this.progress = from.progress;
  }

  /// Half a minute, the plan of the system property [#REPLAY] if it is set, no report in a file.
  public static TrialOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public TrialOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.budget = budget;
    builder.plans = plans;
    builder.pairs = pairs;
    builder.seed = seed;
    builder.replay = replay;
    builder.reports = reports;
    builder.progress = progress;
    change.accept(builder);
    return new TrialOptions(builder);
  }

  /// How long plans are run; one that has begun is finished.
  public Duration budget() {
    return budget;
  }

  /// How many plans are run at most; no limit by default. Unlike [#budget], it does not depend on
  /// the speed of the machine.
  public int plans() {
    return plans;
  }

  /// How many pairs of crashes are tried after all single disturbances.
  public int pairs() {
    return pairs;
  }

  /// Chooses the pairs.
  public long seed() {
    return seed;
  }

  /// The one plan to run, as a report names it.
  public Optional<String> replay() {
    return replay;
  }

  /// The folder for HTML reports of failures.
  public Optional<Path> reports() {
    return reports;
  }

  /// Receives a line about once a second, and the summary.
  public Consumer<String> progress() {
    return progress;
  }

  @Override
  public String toString() {
    return "TrialOptions[budget=%s, pairs=%d, seed=%d, replay=%s]"
        .formatted(budget, pairs, seed, replay.orElse("none"));
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private Duration budget = Duration.ofSeconds(30);
    private int plans = Integer.MAX_VALUE;
    private int pairs = 100;
    private long seed = 1;
    private Optional<String> replay =
        Optional.ofNullable(System.getProperty(REPLAY)).filter(text -> !text.isBlank());
    private Optional<Path> reports = Optional.empty();
    private Consumer<String> progress = _ -> {};

    private Builder() {}

    /// As [TrialOptions#budget].
    public Builder budget(Duration limit) {
      if (!limit.isPositive()) {
        throw new IllegalArgumentException("need budget > 0, got " + limit);
      }
      budget = limit;
      return this;
    }

    /// As [TrialOptions#plans].
    public Builder plans(int atMost) {
      if (atMost < 1) {
        throw new IllegalArgumentException("need plans >= 1, got " + atMost);
      }
      plans = atMost;
      return this;
    }

    /// As [TrialOptions#pairs].
    public Builder pairs(int number) {
      if (number < 0) {
        throw new IllegalArgumentException("need pairs >= 0, got " + number);
      }
      pairs = number;
      return this;
    }

    /// As [TrialOptions#seed].
    public Builder seed(long number) {
      seed = number;
      return this;
    }

    /// As [TrialOptions#replay].
    public Builder replay(String plan) {
      replay = Optional.of(plan);
      return this;
    }

    /// As [TrialOptions#reports].
    public Builder reports(Path folder) {
      reports = Optional.of(folder);
      return this;
    }

    /// As [TrialOptions#progress].
    public Builder progress(Consumer<String> lines) {
      progress = lines;
      return this;
    }
  }
}
