package dev.drover.runtime;

import dev.drover.client.RequestObserver;
import dev.drover.runtime.queue.QueueObserver;
import java.time.Duration;
import java.util.function.Consumer;

/// Passes every call to one observer and then to another, also if the first one throws.
record TwoObservers(ControllerObserver first, ControllerObserver second)
    implements ControllerObserver {
  private void both(Consumer<ControllerObserver> call) {
    try {
      call.accept(first);
    } finally {
      call.accept(second);
    }
  }

  @Override
  public void started(String controller) {
    both(o -> o.started(controller));
  }

  @Override
  public void ended(String controller, Outcome outcome, Duration took) {
    both(o -> o.ended(controller, outcome, took));
  }

  @Override
  public void workers(String controller, int number) {
    both(o -> o.workers(controller, number));
  }

  @Override
  public QueueObserver queue(String controller) {
    QueueObserver one = first.queue(controller);
    QueueObserver other = second.queue(controller);
    return one == QueueObserver.NONE
        ? other
        : other == QueueObserver.NONE ? one : new TwoQueues(one, other);
  }

  @Override
  public void webhookAdded(String webhook) {
    both(o -> o.webhookAdded(webhook));
  }

  @Override
  public void webhookStarted(String webhook) {
    both(o -> o.webhookStarted(webhook));
  }

  @Override
  public void webhookEnded(String webhook, int code, Duration took) {
    both(o -> o.webhookEnded(webhook, code, took));
  }

  @Override
  public void webhookCrashed(String webhook) {
    both(o -> o.webhookCrashed(webhook));
  }

  @Override
  public void certificateRead(boolean failed) {
    both(o -> o.certificateRead(failed));
  }

  @Override
  public void leaderStatus(String lease, boolean isLeader) {
    both(o -> o.leaderStatus(lease, isLeader));
  }

  @Override
  public void requestEnded(RequestObserver.Ended request) {
    both(o -> o.requestEnded(request));
  }

  @Override
  public RequestObserver requests() {
    return new TwoRequestObservers(first.requests(), second.requests());
  }

  @Override
  public void hotLoop(HotLoop loop) {
    both(o -> o.hotLoop(loop));
  }

  private record TwoQueues(QueueObserver first, QueueObserver second) implements QueueObserver {
    private void both(Consumer<QueueObserver> call) {
      try {
        call.accept(first);
      } finally {
        call.accept(second);
      }
    }

    @Override
    public void opened(RunningWork running) {
      both(o -> o.opened(running));
    }

    @Override
    public void added(int priority) {
      both(o -> o.added(priority));
    }

    @Override
    public void raised(int from, int to) {
      both(o -> o.raised(from, to));
    }

    @Override
    public void taken(int priority, Duration waited) {
      both(o -> o.taken(priority, waited));
    }

    @Override
    public void done(Duration worked) {
      both(o -> o.done(worked));
    }

    @Override
    public void retried() {
      both(QueueObserver::retried);
    }

    @Override
    public void givenUp() {
      both(QueueObserver::givenUp);
    }

    @Override
    public void dropped(int priority) {
      both(o -> o.dropped(priority));
    }
  }

  private record TwoRequestObservers(RequestObserver first, RequestObserver second)
      implements RequestObserver {
    private void both(Consumer<RequestObserver> call) {
      try {
        call.accept(first);
      } finally {
        call.accept(second);
      }
    }

    @Override
    public void ended(Ended request) {
      both(o -> o.ended(request));
    }

    @Override
    public void retried(Ended request) {
      both(o -> o.retried(request));
    }

    @Override
    public void completed(String method, String host, Duration took) {
      both(o -> o.completed(method, host, took));
    }

    @Override
    public void waited(String method, String host, Duration time) {
      both(o -> o.waited(method, host, time));
    }

    @Override
    public void sent(String method, String host, long bytes) {
      both(o -> o.sent(method, host, bytes));
    }

    @Override
    public void received(String method, String host, long bytes) {
      both(o -> o.received(method, host, bytes));
    }
  }
}
