package dev.drover.server.http;

import dev.drover.server.core.Answer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Writes messages into the body of a response: those that come together in one piece, and a single
/// one without a copy.
///
/// A flush starts a write and does not wait for its end: only the next write does. So the thread of
/// a watch waits for the network only if events come faster than the network takes them. An error
/// of a write is thrown by the call after it.
///
/// For one thread.
final class MessageWriter implements Answer.Outlet {
  private static final int MOST = 64 << 10; // bytes that are collected before they are written

  private final Response response;
  private final WriteCoalescer.Sink sink;
  private final boolean isPrefixed;
  private final List<ByteBuffer> pending = new ArrayList<>();
  private int bytes; // of all that is pending
  private Blocker.@Nullable Callback underWay; // null if no write is

  /// @param sink writes parts of the response
  /// @param framing how the messages are delimited
  MessageWriter(Response response, WriteCoalescer.Sink sink, Answer.Framing framing) {
    this.response = response;
    this.sink = sink;
    this.isPrefixed = framing == Answer.Framing.LENGTH_PREFIXED;
  }

  @Override
  public void write(byte[] message) throws IOException {
    if (isPrefixed) {
      add(ByteBuffer.allocate(4 + message.length).putInt(message.length).put(message).flip());
    } else {
      add(ByteBuffer.wrap(message));
    }
    if (bytes >= MOST) {
      flush();
    }
  }

  private void add(ByteBuffer message) {
    pending.add(message);
    bytes += message.remaining();
  }

  @Override
  public void flush() throws IOException {
    if (bytes == 0) {
      return;
    }
    ByteBuffer next = pending.size() == 1 ? pending.getFirst() : joined();
    pending.clear();
    bytes = 0;
    sink.write(next, begun());
  }

  private ByteBuffer joined() {
    ByteBuffer whole = ByteBuffer.allocate(bytes);
    pending.forEach(whole::put);
    return whole.flip();
  }

  /// Sends the head of the response, so that the client learns at once that it is accepted.
  void begin() throws IOException {
    response.write(false, ByteBuffer.allocate(0), begun());
  }

  /// The callback of the next write, after the one before has ended.
  private Callback begun() throws IOException {
    await();
    Blocker.Callback written = Blocker.callback();
    underWay = written;
    return written;
  }

  /// Waits until everything that was flushed is written.
  void await() throws IOException {
    Blocker.Callback written = underWay;
    if (written != null) {
      underWay = null;
      try (written) {
        written.block();
      }
    }
  }

  /// Waits a while for the write that is under way, when the stream is ended from outside.
  ///
  /// @throws IOException if the client has not taken it by then
  void end(Duration limit) throws IOException {
    Blocker.Callback written = underWay;
    if (written != null) {
      underWay = null;
      try (written) {
        written.block(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        throw new IOException("the client did not take what was written before the end", e);
      }
    }
  }
}
