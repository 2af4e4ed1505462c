package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The state of an informer, as of about one moment.
///
/// ```java
/// informer.state().handlers().forEach(h -> log.info("{}: {} waiting", h.name(), h.backlog()));
/// ```
public final class InformerState {
  private final String name;
  private final Phase phase;
  private final boolean synced;
  private final int objects;
  private final long approximateBytes;
  private final String resourceVersion;
  private final Duration lag;
  private final Optional<Instant> lastEvent;
  private final long lists;
  private final long relists;
  private final long watchRestarts;
  private final long errors;
  private final Optional<Throwable> lastError;
  private final List<Source> sources;
  private final List<Handler> handlers;

  InformerState(
      String name,
      Phase phase,
      boolean synced,
      int objects,
      long approximateBytes,
      String resourceVersion,
      Duration lag,
      Optional<Instant> lastEvent,
      long lists,
      long relists,
      long watchRestarts,
      long errors,
      Optional<Throwable> lastError,
      List<Source> sources,
      List<Handler> handlers) {
    this.name = name;
    this.phase = phase;
    this.synced = synced;
    this.objects = objects;
    this.approximateBytes = approximateBytes;
    this.resourceVersion = resourceVersion;
    this.lag = lag;
    this.lastEvent = lastEvent;
    this.lists = lists;
    this.relists = relists;
    this.watchRestarts = watchRestarts;
    this.errors = errors;
    this.lastError = lastError;
    this.sources = List.copyOf(sources);
    this.handlers = List.copyOf(handlers);
  }

  /// The name of the informer.
  public String name() {
    return name;
  }

  /// Whether it was started, and has stopped.
  public Phase phase() {
    return phase;
  }

  /// Whether a whole list has reached the store, of every source.
  public boolean synced() {
    return synced;
  }

  /// How many objects the store has.
  public int objects() {
    return objects;
  }

  /// How many bytes the objects would take as JSON, from a sample of them.
  public long approximateBytes() {
    return approximateBytes;
  }

  /// The version that the store is at; empty before the first list.
  public String resourceVersion() {
    return resourceVersion;
  }

  /// How long the copy may have been stale; zero while it follows every source.
  public Duration lag() {
    return lag;
  }

  /// When the last change or bookmark came.
  public Optional<Instant> lastEvent() {
    return lastEvent;
  }

  /// How many whole lists reached the store.
  public long lists() {
    return lists;
  }

  /// How many lists were not the first of their source.
  public long relists() {
    return relists;
  }

  /// How many watches went on where the one before had ended.
  public long watchRestarts() {
    return watchRestarts;
  }

  /// The objects whose stored state is known to be older than the server's, because a newer one
  /// could not be read: see [ReflectorStatus#stale].
  public List<ObjectKey> stale() {
    return sources.stream().flatMap(source -> source.reflector().stale().stream()).toList();
  }

  /// How many failures there were.
  public long errors() {
    return errors;
  }

  /// The last failure.
  public Optional<Throwable> lastError() {
    return lastError;
  }

  /// The lists and watches of the informer: one for each scope of its options.
  public List<Source> sources() {
    return sources;
  }

  /// The handlers of the informer.
  public List<Handler> handlers() {
    return handlers;
  }

  @Override
  public String toString() {
    return "InformerState[name=%s, phase=%s, synced=%s, objects=%s, approximateBytes=%s, resourceVersion=%s, lag=%s, lastEvent=%s, lists=%s, relists=%s, watchRestarts=%s, errors=%s, lastError=%s, sources=%s, handlers=%s]"
        .formatted(
            name,
            phase,
            synced,
            objects,
            approximateBytes,
            resourceVersion,
            lag,
            lastEvent,
            lists,
            relists,
            watchRestarts,
            errors,
            lastError,
            sources,
            handlers);
  }

  /// Where an informer is in its life.
  public enum Phase {
    /// Not started: no list, no watch.
    NEW,
    /// Follows the server.
    STARTED,
    /// Has stopped for good.
    STOPPED
  }

  /// How far the lists are that are being read: how many objects they have brought.
  public long progress() {
    return sources.stream().mapToLong(source -> source.reflector().items()).sum();
  }

  /// About how many objects will follow, where the server said so for every source.
  public OptionalLong remaining() {
    return sources.stream().allMatch(source -> source.reflector().remaining().isPresent())
        ? OptionalLong.of(
            sources.stream().mapToLong(s -> s.reflector().remaining().orElse(0)).sum())
        : OptionalLong.empty();
  }

  /// A list and a watch.
  public static final class Source {
    private final String namespace;
    private final boolean synced;
    private final String resourceVersion;
    private final ReflectorStatus reflector;

    Source(String namespace, boolean synced, String resourceVersion, ReflectorStatus reflector) {
      this.namespace = namespace;
      this.synced = synced;
      this.resourceVersion = resourceVersion;
      this.reflector = reflector;
    }

    /// The namespace of its objects; empty = all.
    public String namespace() {
      return namespace;
    }

    /// Whether a whole list has reached the store.
    public boolean synced() {
      return synced;
    }

    /// Up to which its changes have reached the store.
    public String resourceVersion() {
      return resourceVersion;
    }

    /// What its reflector has done.
    public ReflectorStatus reflector() {
      return reflector;
    }

    @Override
    public String toString() {
      return "Source[namespace=%s, synced=%s, resourceVersion=%s, reflector=%s]"
          .formatted(namespace, synced, resourceVersion, reflector);
    }
  }

  /// A handler of the informer.
  public static final class Handler {
    private final String name;
    private final boolean synced;
    private final int backlog;
    private final long coalesced;
    private final long failures;
    private final Optional<Throwable> lastFailure;
    private final Duration resyncPeriod;

    Handler(
        String name,
        boolean synced,
        int backlog,
        long coalesced,
        long failures,
        Optional<Throwable> lastFailure,
        Duration resyncPeriod) {
      this.name = name;
      this.synced = synced;
      this.backlog = backlog;
      this.coalesced = coalesced;
      this.failures = failures;
      this.lastFailure = lastFailure;
      this.resyncPeriod = resyncPeriod;
    }

    /// The name of the handler.
    public String name() {
      return name;
    }

    /// Whether it got every object that was there when it was added.
    public boolean synced() {
      return synced;
    }

    /// How many changes wait for it.
    public int backlog() {
      return backlog;
    }

    /// How many changes were superseded while they waited, and never delivered.
    public long coalesced() {
      return coalesced;
    }

    /// How often it threw.
    public long failures() {
      return failures;
    }

    /// What it threw last.
    public Optional<Throwable> lastFailure() {
      return lastFailure;
    }

    /// Its resync period; zero = never.
    public Duration resyncPeriod() {
      return resyncPeriod;
    }

    @Override
    public String toString() {
      return "Handler[name=%s, synced=%s, backlog=%s, coalesced=%s, failures=%s, lastFailure=%s, resyncPeriod=%s]"
          .formatted(name, synced, backlog, coalesced, failures, lastFailure, resyncPeriod);
    }
  }
}
