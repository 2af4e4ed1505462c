package dev.drover.recipes.testing;

import dev.drover.client.Transport;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Ends a process at one of its requests: before it is sent, or after the server has carried it
/// out. From then on no request of the process goes through.
public final class Kill implements Transport.Layer {
  private final int at; // number of the request, from 0
  private final boolean after;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicBoolean armed = new AtomicBoolean();
  private final AtomicBoolean dead = new AtomicBoolean();
  private final AtomicBoolean happened = new AtomicBoolean();

  /// @param at the number of the request, from 0, counted from [#arm]
  public Kill(int at, boolean after) {
    this.at = at;
    this.after = after;
  }

  public Kill arm() {
    armed.set(true);
    return this;
  }

  /// Whether the request was reached, and the server has carried it out if it was to.
  public boolean happened() {
    return happened.get();
  }

  @Override
  public Transport.Response send(Transport.Request request, Transport next) throws IOException {
    if (dead.get()) {
      throw new KilledException();
    }
    if (!armed.get() || Requests.isBackground(request) || count.getAndIncrement() != at) {
      return next.send(request);
    }
    dead.set(true);
    try {
      if (after) {
        try (Transport.Response response = next.send(request)) {
          byte[] _ = response.body().readAllBytes();
        }
      }
    } finally {
      happened.set(true);
    }
    throw new KilledException();
  }

  /// An Error: no code of the process may handle it and go on.
  public static final class KilledException extends Error {
    private static final long serialVersionUID = 1L;

    KilledException() {
      super("the process is gone");
    }
  }
}
