package dev.drover.informer;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Options of one handler of an informer.
///
/// ```java
/// informer.addEventHandler(auditLog, HandlerOptions.defaults().with(o -> o.everyEvent(100_000)));
/// ```
///
/// By default a handler with more than a thousand waiting changes gets coalesced ones, see
/// [EventHandler], and looks at everything again as often as the informer does.
public final class HandlerOptions {
  private static final HandlerOptions DEFAULTS = new Builder().build();

  private final Optional<Duration> resync;
  private final OptionalInt everyEvent;

  private HandlerOptions(Builder from) {
    resync = from.resync;
    everyEvent = from.everyEvent;
  }

  /// Coalesced changes for a slow handler, the informer's resync period.
  public static HandlerOptions defaults() {
    return DEFAULTS;
  }

  /// A changed copy.
  public HandlerOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /// The resync period of this handler; empty if it is that of the informer.
  public Optional<Duration> resync() {
    return resync;
  }

  /// How many changes may wait for a handler that asked for every event; empty if it did not.
  public OptionalInt everyEvent() {
    return everyEvent;
  }

  @Override
  public String toString() {
    return "HandlerOptions[resync=%s, everyEvent=%s]".formatted(resync, everyEvent);
  }

  /// Changes options.
  public static final class Builder {
    private Optional<Duration> resync = Optional.empty();
    private OptionalInt everyEvent = OptionalInt.empty();

    private Builder() {}

    private Builder(HandlerOptions from) {
      resync = from.resync;
      everyEvent = from.everyEvent;
    }

    /// How often the handler gets an update of every object, with the same state before and now;
    /// zero = never. See [SharedInformer#addEventHandlerWithResyncPeriod].
    public Builder resync(Duration period) {
      if (period.isNegative()) {
        throw new IllegalArgumentException("need resync >= 0, got " + period);
      }
      resync = Optional.of(period);
      return this;
    }

    /// Delivers every event that the watch delivers: nothing is coalesced. For audit logs, counters
    /// and tests; controllers need only the last state.
    ///
    /// At most `bound` events wait. When one more arrives, the registration ends: the events that
    /// wait are still delivered, in order, then [EventHandler#onOverflow] is called once and
    /// nothing after it. [Registration#failure] and the log report it at once. The informer and its
    /// other handlers go on. The objects of the first list do not count; updates by a resync do, so
    /// a handler of every event has no resync unless it sets [#resync].
    ///
    /// What the server does not send cannot be delivered: after an interruption that is longer than
    /// the server's history, a list brings the last state of each object only.
    ///
    /// @param bound at least 1; each waiting event holds one state of an object
    public Builder everyEvent(int bound) {
      if (bound < 1) {
        throw new IllegalArgumentException("need bound >= 1, got " + bound);
      }
      everyEvent = OptionalInt.of(bound);
      return this;
    }

    private HandlerOptions build() {
      return new HandlerOptions(this);
    }
  }
}
