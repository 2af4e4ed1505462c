package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.informer.SharedIndexInformer;
import java.time.Duration;
import java.util.function.Supplier;

/// The changes of a kind that is cached as long as one such source is open.
final class LeasedSource<T extends KubernetesObject> implements Source {
  private final Kind<T> kind;
  private final Supplier<Held<T>> leases;
  private final EventMapper<? super T> mapper;

  /// The use of an informer for a while.
  ///
  /// @param release ends the use; does nothing the second time
  record Held<T extends KubernetesObject>(SharedIndexInformer<T> informer, Runnable release) {}

  LeasedSource(Kind<T> kind, Supplier<Held<T>> leases, EventMapper<? super T> mapper) {
    this.kind = kind;
    this.leases = leases;
    this.mapper = mapper;
  }

  @Override
  public String name() {
    return kind.plural();
  }

  @Override
  public Watching start(Sink sink) {
    Held<T> lease = leases.get();
    Watching watching = watched(lease, sink);
    return new Watching() {
      @Override
      public void awaitSynced(Duration limit) throws InterruptedException {
        watching.awaitSynced(limit);
      }

      @Override
      public boolean isIdle() {
        return watching.isIdle();
      }

      @Override
      public void close() {
        try {
          watching.close();
        } finally {
          lease.release().run();
        }
      }
    };
  }

  /// A source that cannot start keeps no lease.
  private Watching watched(Held<T> lease, Sink sink) {
    boolean isDone = false;
    try {
      Watching watching = Source.of(lease.informer(), mapper).start(sink);
      isDone = true;
      return watching;
    } finally {
      if (!isDone) {
        lease.release().run();
      }
    }
  }
}
