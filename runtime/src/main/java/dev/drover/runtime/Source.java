package dev.drover.runtime;

import dev.drover.api.KubernetesObject;
import dev.drover.client.TimeSource;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.cached.InformerSource;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;

/// Where the requests of a controller come from.
///
/// ```java
/// manager.controllerFor(Bucket.class)
///     .watches(Source.every(Duration.ofMinutes(5), TimeSource.system(), this::allBuckets))
///     .complete(this::reconcile);
/// ```
///
/// In Go: {@index source.Source}, {@index source.SyncingSource}.
public interface Source {
  /// Begins to hand requests to the sink; returns at once.
  Watching start(Sink sink);

  /// What it is, for messages: `Pods`, `timer of 5 min`.
  String name();

  /// Maps the changes of an informer's objects to requests. The informer keeps its owner; see
  /// [Cache#source] for one that lives as long as it is watched.
  ///
  /// In Go: {@index source.Informer}.
  static <T extends KubernetesObject> Source of(
      SharedIndexInformer<T> informer, EventMapper<? super T> mapper) {
    return new InformerSource<>(informer, informer.kind(), _ -> true, mapper);
  }

  /// Requests that come again and again.
  ///
  /// @param requests is called each time
  static Source every(Duration period, TimeSource time, Supplier<Collection<Request>> requests) {
    return new TimerSource(period, time, requests);
  }

  /// Requests that code sends, such as what a webhook of another system brings.
  ///
  /// In Go: {@index source.Channel}.
  static Channel channel(String name) {
    return new Channel(name);
  }

  /// Takes requests in.
  interface Sink {
    /// Wants an object to be looked at.
    ///
    /// @param why what the run is for
    /// @param priority 0, or [dev.drover.runtime.queue.AddOptions#LOW] for what can wait
    void add(Request request, Reason why, int priority);

    /// As [#add(Request, Reason, int)], when so much time has passed.
    void addAfter(Request request, Reason why, Duration delay);
  }

  /// A source at work.
  interface Watching extends AutoCloseable {
    /// Waits until everything that was there at the start has been handed over.
    ///
    /// @throws dev.drover.informer.SyncTimeoutException when that takes longer; says what is
    ///   missing and why
    void awaitSynced(Duration limit) throws InterruptedException;

    /// Whether everything that is known has been handed over.
    default boolean isIdle() {
      return true;
    }

    /// Hands nothing over any more.
    @Override
    void close();
  }
}
