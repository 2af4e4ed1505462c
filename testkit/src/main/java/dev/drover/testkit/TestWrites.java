package dev.drover.testkit;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ResourceVersion;
import dev.drover.client.TimeSource;
import dev.drover.client.WriteListener;
import dev.drover.informer.CacheScope;
import dev.drover.informer.ReflectorStatus;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.Settleable;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the client of a test wrote. Settles when every cache of the test is at or past it: an
/// object that was created and deleted is in no list, while its events may still be on their way.
///
/// Any number of threads.
final class TestWrites implements WriteListener, Settleable {
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final Supplier<? extends Collection<SharedIndexInformer<?>>> informers;
  private final ConcurrentMap<KindInNamespace, NewestWrite> newest = new ConcurrentHashMap<>();

  /// The objects of a kind in one namespace.
  private record KindInNamespace(String group, String kind, String namespace) {}

  /// The newest object of a kind in a namespace.
  private record NewestWrite(ObjectKey key, String version) {
    NewestWrite orNewer(NewestWrite other) {
      return ResourceVersion.compare(version, other.version) >= 0 ? this : other;
    }
  }

  /// @param informers the caches of the test
  TestWrites(Supplier<? extends Collection<SharedIndexInformer<?>>> informers) {
    this.informers = informers;
  }

  @Override
  public void stored(Kind<?> kind, @Nullable KubernetesObject sent, KubernetesObject answered) {
    String version = answered.metadata().resourceVersion();
    if (ResourceVersion.isWellFormed(version)) {
      KindInNamespace place =
          new KindInNamespace(kind.gvk().group(), kind.gvk().kind(), answered.namespace());
      newest.merge(place, new NewestWrite(answered.key(), version), NewestWrite::orNewer);
    }
  }

  /// The version of a deletion is not known; caches that have the object wait for it to go.
  @Override
  public void deleted(Kind<?> kind, ObjectKey key, String uid, @Nullable KubernetesObject last) {}

  @Override
  public void settle(Duration limit) throws InterruptedException {
    TimeSource time = TimeSource.system();
    long end = time.nanoTime() + limit.toNanos();
    for (Optional<SharedIndexInformer<?>> late = late(); late.isPresent(); late = late()) {
      if (time.nanoTime() - end > 0) {
        throw new IllegalStateException(late.get() + " has not seen what the test wrote");
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while " + late.get() + " was to settle");
      }
    }
  }

  private Optional<SharedIndexInformer<?>> late() {
    return informers.get().stream().filter(this::isLate).findFirst();
  }

  private boolean isLate(SharedIndexInformer<?> informer) {
    return informer.hasSynced()
        && !informer.isStopped()
        && newest.entrySet().stream()
            .anyMatch(entry -> isLate(informer, entry.getKey(), entry.getValue()));
  }

  private static boolean isLate(
      SharedIndexInformer<?> informer, KindInNamespace place, NewestWrite written) {
    if (!informer.kind().gvk().kind().equals(place.kind)
        || !informer.kind().gvk().group().equals(place.group)
        || informer.options().scopeOf(place.namespace).filter(TestWrites::isWhole).isEmpty()) {
      return false;
    }
    String reached = informer.resourceVersionFor(written.key);
    return ResourceVersion.isWellFormed(reached)
        && ResourceVersion.compare(reached, written.version) < 0
        && !isMissing(informer);
  }

  /// Selectors may leave the object out, and then nothing brings its version.
  private static boolean isWhole(CacheScope scope) {
    return scope.labels().isEverything() && scope.fields().isEverything();
  }

  /// Whether the server does not serve the kind any more.
  private static boolean isMissing(SharedIndexInformer<?> informer) {
    return informer.state().sources().stream()
        .anyMatch(source -> source.reflector().phase() == ReflectorStatus.Phase.MISSING);
  }

  /// Writes are no activity: only what they cause is.
  @Override
  public long activity() {
    return 0;
  }
}
