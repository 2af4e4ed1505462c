package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.informer.Lease;
import java.time.Duration;
import java.util.function.Supplier;

/// The changes of a kind whose informer lives as long as somebody watches.
final class LeasedSource<T extends KubernetesObject> implements Source {
  private final Kind<T> kind;
  private final Supplier<Lease<T>> leases;
  private final EventMapper<? super T> mapper;

  LeasedSource(Kind<T> kind, Supplier<Lease<T>> leases, EventMapper<? super T> mapper) {
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
    Lease<T> lease = leases.get();
    Watching watching = Source.of(lease.informer(), mapper).start(sink);
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
        watching.close();
        lease.close();
      }
    };
  }
}
