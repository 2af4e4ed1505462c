package dev.drover.runtime.engine;

import dev.drover.api.KubernetesObject;
import dev.drover.client.Client;
import dev.drover.informer.CacheScope;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.cached.CachedKind;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// What has to become idle before a [dev.drover.runtime.Settleable] has settled.
///
/// @param name for messages
/// @param live lists what the caches should have
/// @param activity counts the requests that were added and the runs that ended
/// @param informers the caches that run
/// @param kinds what was written of them
/// @param controllers those whose requests this process has to handle
/// @param events whether all events were written
public record Settling(
    String name,
    Client live,
    Activity activity,
    Supplier<? extends Collection<SharedIndexInformer<?>>> informers,
    Supplier<? extends Collection<CachedKind<?>>> kinds,
    Supplier<List<QueuedController>> controllers,
    BooleanSupplier events) {

  private static final Duration HEAD_START = Duration.ofMillis(20);

  /// Waits until a whole round over caches and controllers saw no activity. A controller that is
  /// idle may be woken by a write of the next, so a round in which anything happened proves
  /// nothing.
  public void await(Duration limit) throws InterruptedException {
    Activity.Deadline deadline = Activity.Deadline.in(limit);
    long before;
    do {
      letFinish();
      before = activity.count();
      awaitIdle(deadline, limit);
    } while (activity.count() != before);
  }

  /// Lets what has begun in this process come to its end, for a moment: a round that begins before
  /// costs a list of each collection and proves nothing.
  private void letFinish() throws InterruptedException {
    boolean _ =
        activity.await(
            () ->
                events.getAsBoolean()
                    && kinds.get().stream().allMatch(CachedKind::hasSeenOwnWrites)
                    && informers.get().stream().allMatch(SharedIndexInformer::isIdle)
                    && controllers.get().stream().allMatch(QueuedController::isIdle),
            Activity.Deadline.in(HEAD_START));
  }

  private void awaitIdle(Activity.Deadline deadline, Duration limit) throws InterruptedException {
    if (!activity.await(events, deadline)) {
      throw late(limit, "events wait to be written");
    }
    for (SharedIndexInformer<?> informer : informers.get()) {
      if (!catchUp(informer).await(deadline)) {
        throw late(limit, informer + " lags the server");
      }
    }
    if (!activity.await(
        () -> controllers.get().stream().allMatch(QueuedController::isIdle), deadline)) {
      throw late(limit, busy());
    }
  }

  /// Whether an informer was stopped because nothing needs it any more.
  private boolean isReleased(SharedIndexInformer<?> informer) {
    return informer.isStopped() && !informers.get().contains(informer);
  }

  private <T extends KubernetesObject> CatchUp<T> catchUp(SharedIndexInformer<T> informer) {
    BiPredicate<CacheScope, String> seen =
        kinds.get().stream()
            .filter(kind -> kind.informer() == informer)
            .<BiPredicate<CacheScope, String>>map(kind -> kind::hasSeenOwnWrites)
            .findFirst()
            .orElse((_, _) -> true);
    return new CatchUp<>(live, informer, seen, () -> isReleased(informer));
  }

  private String busy() {
    return controllers.get().stream()
        .filter(controller -> !controller.isIdle())
        .map(controller -> "controller " + controller.name() + " has " + controller.snapshot())
        .collect(Collectors.joining("; "));
  }

  private IllegalStateException late(Duration limit, String reason) {
    return new IllegalStateException(
        name + " did not come to rest within " + limit.toMillis() + " ms: " + reason);
  }
}
