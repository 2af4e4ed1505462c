package dev.drover.runtime.engine;

import dev.drover.client.Client;
import dev.drover.informer.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// What has to become idle before a [dev.drover.runtime.Settleable] has settled.
///
/// @param name for messages
/// @param live lists what the caches should have
/// @param activity counts the requests that were added and the runs that ended
/// @param informers the caches that run
/// @param controllers those whose requests this process has to handle
public record Settling(
    String name,
    Client live,
    Activity activity,
    Supplier<? extends Iterable<SharedIndexInformer<?>>> informers,
    Supplier<List<QueuedController>> controllers) {

  /// Waits until a whole round over caches and controllers saw no activity. A controller that is
  /// idle may be woken by a write of the next, so a round in which anything happened proves
  /// nothing.
  public void await(Duration limit) throws InterruptedException {
    Activity.Deadline deadline = Activity.Deadline.in(limit);
    long before;
    do {
      before = activity.count();
      awaitIdle(deadline, limit);
    } while (activity.count() != before);
  }

  private void awaitIdle(Activity.Deadline deadline, Duration limit) throws InterruptedException {
    for (SharedIndexInformer<?> informer : informers.get()) {
      if (!new CatchUp<>(live, informer).await(deadline)) {
        throw late(limit, informer + " lags the server");
      }
    }
    if (!activity.await(
        () -> controllers.get().stream().allMatch(QueuedController::isIdle), deadline)) {
      throw late(limit, busy());
    }
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
