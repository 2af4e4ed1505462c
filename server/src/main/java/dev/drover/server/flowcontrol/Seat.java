package dev.drover.server.flowcontrol;

import java.time.Duration;

/// The permission to be served, until it is closed.
///
/// @param waited how long the request waited for it
/// @param giveBack admits the next one
public record Seat(Duration waited, Runnable giveBack) implements AutoCloseable {
  /// Of requests that are not limited.
  public static final Seat EXEMPT = new Seat(Duration.ZERO, () -> {});

  @Override
  public void close() {
    giveBack.run();
  }
}
