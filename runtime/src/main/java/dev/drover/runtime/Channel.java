package dev.drover.runtime;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A source whose requests code sends. What is sent before a controller watches it is lost, as its
/// first look is at everything anyway. Any number of threads.
///
/// ```java
/// Channel orders = Source.channel("orders");
/// manager.controllerFor(Shop.class).watches(orders).complete(this::reconcile);
/// queue.onMessage(message -> orders.send(Request.of("shop", message.shop())));
/// ```
public final class Channel implements Source {
  private final String name;
  private final List<Sink> sinks = new CopyOnWriteArrayList<>();

  Channel(String name) {
    this.name = name;
  }

  /// Wants an object to be looked at, by every controller that watches this.
  public void send(Request request) {
    sinks.forEach(sink -> sink.add(request, new Reason.Enqueued(), 0));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Watching start(Sink sink) {
    sinks.add(sink);
    return new Watching() {
      @Override
      public void awaitSynced(Duration limit) {
        // There is nothing to wait for.
      }

      @Override
      public void close() {
        sinks.remove(sink);
      }
    };
  }
}
