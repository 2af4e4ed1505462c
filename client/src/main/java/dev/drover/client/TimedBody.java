package dev.drover.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A body that is pushed in on one side and read on the other, and that does not wait for ever.
///
/// Asks for one more batch only when the last one has been read, so that a slow reader slows the
/// server down instead of filling memory.
final class TimedBody implements HttpResponse.BodySubscriber<InputStream>, ServerCheck.Stream {
  private sealed interface Part {}

  private record Data(List<ByteBuffer> buffers) implements Part {}

  private record End(@Nullable Throwable failure) implements Part {}

  private final Duration readTimeout; // zero = none
  private volatile Limit limit; // of the whole call
  private final BlockingQueue<Part> parts =
      new LinkedBlockingQueue<>(); // two at most: a batch and the end
  private volatile Flow.@Nullable Subscription subscription;
  private volatile boolean cancelled;
  private final ServerCheck check;
  private volatile long heard = System.nanoTime(); // when the last bytes came

  /// @param readTimeout the limit of each wait for bytes; zero = none
  /// @param limit of the whole call
  TimedBody(Duration readTimeout, Limit limit, ServerCheck check) {
    this.check = check;
    this.readTimeout = readTimeout;
    this.limit = limit;
  }

  /// Ends the limit of the call: from here on only reads are limited, and the server is checked
  /// while it is silent.
  void beginStream() {
    limit = Limit.NONE;
    check.add(this);
  }

  @Override
  public long heard() {
    return heard;
  }

  @Override
  public void end(String message) {
    parts.add(new End(new SocketTimeoutException(message)));
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (cancelled) {
      given.cancel();
    } else {
      given.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    heard = System.nanoTime();
    check.heard(heard);
    parts.add(new Data(buffers));
  }

  @Override
  public void onError(Throwable failure) {
    check.remove(this);
    parts.add(new End(failure));
  }

  @Override
  public void onComplete() {
    check.remove(this);
    parts.add(new End(null));
  }

  /// Ends the exchange; a reader that waits sees the end.
  void cancel() {
    cancelled = true;
    check.remove(this);
    Flow.Subscription given = subscription;
    if (given != null) {
      given.cancel();
    }
    parts.add(new End(null));
  }

  /// The stream is there before its bytes are.
  @Override
  public CompletionStage<InputStream> getBody() {
    return CompletableFuture.completedStage(new Reader());
  }

  private final class Reader extends InputStream {
    private List<ByteBuffer> buffers = List.of();
    private int at;
    private boolean ended;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      Objects.checkFromIndexSize(from, length, target.length);
      if (length == 0) {
        return 0;
      }
      while (!ended) {
        while (at < buffers.size() && !buffers.get(at).hasRemaining()) {
          at++;
        }
        if (at < buffers.size()) {
          int n = Math.min(length, buffers.get(at).remaining());
          buffers.get(at).get(target, from, n);
          return n;
        }
        if (!buffers.isEmpty()) {
          buffers = List.of();
          Objects.requireNonNull(subscription).request(1);
        }
        next();
      }
      return -1;
    }

    private void next() throws IOException {
      switch (await()) {
        case Data(List<ByteBuffer> more) -> {
          buffers = more;
          at = 0;
        }
        case End(Throwable failure) -> {
          ended = true;
          if (failure instanceof SocketTimeoutException late && !cancelled) {
            cancel();
            throw late;
          }
          if (failure != null && !cancelled) {
            throw new IOException(failure.getMessage(), failure);
          }
        }
      }
    }

    private Part await() throws IOException {
      try {
        Limit call = limit;
        Duration left = call.left();
        boolean callFirst =
            !left.isZero() && (readTimeout.isZero() || left.compareTo(readTimeout) < 0);
        Duration wait = callFirst ? left : readTimeout;
        Part part =
            parts.poll(
                wait.isZero() ? Long.MAX_VALUE : TimeUnit.NANOSECONDS.convert(wait),
                TimeUnit.NANOSECONDS);
        if (part == null) {
          throw callFirst
              ? call.exceeded(null)
              : new SocketTimeoutException("nothing came for " + RestAttempts.seconds(readTimeout));
        }
        return part;
      } catch (SocketTimeoutException e) {
        cancel();
        throw e;
      } catch (InterruptedException e) {
        cancel();
        throw Interrupts.asIo(e);
      }
    }
  }
}
