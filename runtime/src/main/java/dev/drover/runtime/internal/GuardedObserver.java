package dev.drover.runtime.internal;

import dev.drover.client.RequestObserver;
import dev.drover.runtime.ControllerObserver;
import dev.drover.runtime.HotLoop;
import dev.drover.runtime.queue.QueueObserver;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs the exceptions of an observer instead of passing them on to the observed work.
///
/// The observers of queues are not guarded here: a work queue does that itself.
public final class GuardedObserver implements ControllerObserver {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedObserver.class);

  private final ControllerObserver observer;

  private GuardedObserver(ControllerObserver observer) {
    this.observer = observer;
  }

  /// An observer whose exceptions are logged and go no further.
  public static ControllerObserver of(ControllerObserver observer) {
    return observer instanceof GuardedObserver ? observer : new GuardedObserver(observer);
  }

  private static void guard(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException e) {
      LOG.warn("observer: a call failed, ignored", e);
    }
  }

  @Override
  public void started(String controller) {
    guard(() -> observer.started(controller));
  }

  @Override
  public void ended(String controller, Outcome outcome, Duration took) {
    guard(() -> observer.ended(controller, outcome, took));
  }

  @Override
  public void workers(String controller, int number) {
    guard(() -> observer.workers(controller, number));
  }

  @Override
  public QueueObserver queue(String controller) {
    return observer.queue(controller);
  }

  @Override
  public void webhookStarted(String webhook) {
    guard(() -> observer.webhookStarted(webhook));
  }

  @Override
  public void webhookEnded(String webhook, int code, Duration took) {
    guard(() -> observer.webhookEnded(webhook, code, took));
  }

  @Override
  public void webhookCrashed(String webhook) {
    guard(() -> observer.webhookCrashed(webhook));
  }

  @Override
  public void webhookAdded(String webhook) {
    guard(() -> observer.webhookAdded(webhook));
  }

  @Override
  public void certificateRead(boolean failed) {
    guard(() -> observer.certificateRead(failed));
  }

  @Override
  public void leaderStatus(String lease, boolean isLeader) {
    guard(() -> observer.leaderStatus(lease, isLeader));
  }

  @Override
  public void requestEnded(RequestObserver.Ended request) {
    guard(() -> observer.requestEnded(request));
  }

  /// The client guards itself against failures of its observer.
  @Override
  public RequestObserver requests() {
    return observer.requests();
  }

  @Override
  public void hotLoop(HotLoop loop) {
    guard(() -> observer.hotLoop(loop));
  }
}
