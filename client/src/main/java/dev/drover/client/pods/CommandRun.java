package dev.drover.client.pods;

import dev.drover.api.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Writes the whole input of a session and collects its whole output, concurrently, so that neither
/// side can block the other.
final class CommandRun {
  private final PodSession session;
  private final SessionOptions options;
  private final Bytes input;
  private final int limit;

  CommandRun(PodSession session, SessionOptions options, Bytes input, int limit) {
    this.session = session;
    this.options = options;
    this.input = input;
    this.limit = limit;
  }

  Completed get() {
    if (options.stdin()) {
      Thread.ofVirtual().name("drover/client/pod-input").start(this::feed);
    }
    CompletableFuture<Bytes> out = collect(session.stdout());
    CompletableFuture<Bytes> err =
        options.stderr()
            ? collect(session.stderr())
            : CompletableFuture.completedFuture(Bytes.EMPTY);
    int code = session.exitCode();
    return new Completed(code, value(out), value(err));
  }

  private static Bytes value(CompletableFuture<Bytes> collected) {
    try {
      return collected.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /// A process may end without reading its input; its exit code tells.
  private void feed() {
    try (OutputStream stdin = session.stdin()) {
      stdin.write(input.toByteArray());
    } catch (IOException e) {
      if (!session.refusesInput()) {
        session.fail(e);
      }
    }
  }

  private CompletableFuture<Bytes> collect(InputStream stream) {
    CompletableFuture<Bytes> collected = new CompletableFuture<>();
    Thread.ofVirtual().name("drover/client/pod-output").start(() -> read(stream, collected));
    return collected;
  }

  private void read(InputStream stream, CompletableFuture<Bytes> collected) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[16 * 1024];
    try {
      for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
        if (all.size() + n > limit) {
          throw new IOException("the output is longer than " + limit + " bytes");
        }
        all.write(buffer, 0, n);
      }
      collected.complete(Bytes.of(all.toByteArray()));
    } catch (IOException e) {
      session.fail(e);
      collected.completeExceptionally(session.failed(e));
    }
  }
}
