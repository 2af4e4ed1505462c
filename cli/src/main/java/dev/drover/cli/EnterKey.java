package dev.drover.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/// Reports each press of Enter on an input, and its end.
final class EnterKey {
  private final BufferedReader input;
  private CompletableFuture<Boolean> next = new CompletableFuture<>(); // guarded by this
  private boolean isReading; // whether a thread waits for a line; guarded by this

  EnterKey(InputStream input) {
    this.input = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
  }

  /// Completes with true at the next Enter that has not been reported yet, with false at the end of
  /// the input.
  synchronized CompletableFuture<Boolean> pressed() {
    if (!isReading) {
      isReading = true;
      next = new CompletableFuture<>();
      // A platform thread: reading from a terminal cannot be interrupted, and must not keep the
      // process alive.
      Thread.ofPlatform().daemon().name("drover/cli/enter-key").start(this::read);
    }
    return next;
  }

  private void read() {
    try {
      complete(input.readLine() != null);
    } catch (IOException e) {
      complete(false);
    }
  }

  private synchronized void complete(boolean pressed) {
    isReading = !pressed; // after the end there is nothing more to read
    next.complete(pressed);
  }
}
