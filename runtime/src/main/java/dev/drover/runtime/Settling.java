package dev.drover.runtime;

import dev.drover.client.Client;
import dev.drover.informer.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The part of a [Settleable] that has to become idle.
///
/// @param name for messages
/// @param live lists what the caches should have
/// @param activity counts the requests that were added and the runs that ended
/// @param informers the caches that run
/// @param controllers those whose requests this process has to handle
record Settling(
    String name,
    Client live,
    Activity activity,
    Supplier<? extends Iterable<SharedIndexInformer<?>>> informers,
    Supplier<List<Controller>> controllers) {

  /// Waits until a whole round over all parts saw no activity. One part that is idle may be woken
  /// by a write of the next, so a round in which anything happened proves nothing.
  static void await(List<Settling> parts, Duration limit) throws InterruptedException {
    Activity.Deadline deadline = Activity.Deadline.in(limit);
    long before;
    do {
      before = activity(parts);
      for (Settling part : parts) {
        part.awaitIdle(deadline, limit);
      }
    } while (activity(parts) != before);
  }

  private static long activity(List<Settling> parts) {
    return parts.stream().mapToLong(part -> part.activity.count()).sum();
  }

  private void awaitIdle(Activity.Deadline deadline, Duration limit) throws InterruptedException {
    for (SharedIndexInformer<?> informer : informers.get()) {
      if (!new CatchUp<>(live, informer).await(deadline)) {
        throw late(limit, informer + " lags the server");
      }
    }
    if (!activity.await(() -> controllers.get().stream().allMatch(Controller::isIdle), deadline)) {
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
