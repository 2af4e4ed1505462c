package dev.drover.informer;

import dev.drover.api.text.PrintableText;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports events to an informer's observer, and keeps the last failure outside of lists and
/// watches.
final class Reporter {
  private static final Logger LOG = LoggerFactory.getLogger(SharedIndexInformer.class);

  private final String informer;
  private final InformerObserver observer;
  private final TimeSource time;
  private final AtomicLong failures = new AtomicLong();
  private volatile ReflectorStatus.@Nullable Failure last;

  Reporter(String informer, InformerObserver observer, TimeSource time) {
    this.informer = informer;
    this.observer = observer;
    this.time = time;
  }

  /// How many changes could not be brought into the store or found by an index.
  long failures() {
    return failures.get();
  }

  Optional<ReflectorStatus.Failure> last() {
    return Optional.ofNullable(last);
  }

  /// A change could not be brought into the store, or an object not be found by an index.
  void failed(Throwable failure) {
    failures.incrementAndGet();
    RuntimeException seen =
        failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
    last = new ReflectorStatus.Failure(seen, time.instant());
    LOG.warn(
        "informer of {}: {}; the source lists again",
        informer,
        PrintableText.of(failure.getMessage()),
        failure);
    tell(o -> o.failed(informer, failure));
  }

  /// A list or a watch failed, which others log and count.
  void sourceFailed(RuntimeException failure) {
    tell(o -> o.failed(informer, failure));
  }

  void handlerFailed(String handler, Throwable failure) {
    LOG.warn(
        "informer of {}: handler {} failed, its next event follows: {}",
        informer,
        handler,
        PrintableText.of(failure.getMessage()),
        failure);
    tell(o -> o.handlerFailed(informer, handler, failure));
  }

  void listed(int objects) {
    tell(o -> o.listed(informer, objects));
  }

  void synced(Duration took) {
    tell(o -> o.synced(informer, took));
  }

  void stopped() {
    tell(o -> o.stopped(informer));
  }

  private void tell(Consumer<InformerObserver> what) {
    try {
      what.accept(observer);
    } catch (Throwable e) { // observers are users' code: the thread that calls them must live on
      LOG.warn(
          "informer of {}: the observer failed: {}", informer, PrintableText.of(e.getMessage()), e);
    }
  }
}
