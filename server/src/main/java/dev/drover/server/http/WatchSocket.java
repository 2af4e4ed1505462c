package dev.drover.server.http;

import dev.drover.server.core.Answer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;

/// Sends each event as a message over a WebSocket, on a thread of its own. Messages of the client
/// are read and ignored; a PING is answered, and a CLOSE or the end of the connection ends the
/// watch.
///
/// In Go: `wsstream.IgnoreReceives`.
final class WatchSocket implements FrameHandler {
  private final Answer.Messages messages;
  private final OpenStreams.OpenStream stream;
  private final OpenStreams streams;
  private final Executor executor;
  private final Runnable ended;
  private volatile @Nullable CoreSession session; // null until it is open

  /// @param ended called when the watch is over
  WatchSocket(
      Answer.Messages messages,
      OpenStreams.OpenStream stream,
      OpenStreams streams,
      Executor executor,
      Runnable ended) {
    this.messages = messages;
    this.stream = stream;
    this.streams = streams;
    this.executor = executor;
    this.ended = ended;
  }

  @Override
  public void onOpen(CoreSession opened, Callback callback) {
    session = opened;
    opened.setIdleTimeout(Duration.ZERO); // nothing happens while there are no events
    callback.succeeded();
    executor.execute(() -> run(opened));
    opened.demand();
  }

  private void run(CoreSession session) {
    boolean isCut;
    try {
      isCut = streams.run(stream, () -> messages.sender().send(new Outlet(session)));
    } catch (IOException e) {
      isCut = true; // the client is gone
    } finally {
      ended.run();
    }
    if (isCut) {
      session.abort();
    } else {
      session.close(CloseStatus.NORMAL, "", Callback.NOOP);
    }
  }

  @Override
  public void onFrame(Frame frame, Callback callback) {
    CoreSession current = Objects.requireNonNull(session, "onOpen comes first");
    if (frame.getOpCode() == OpCode.PING) {
      ByteBuffer payload = ByteBuffer.allocate(frame.getPayloadLength());
      payload.put(frame.getPayload().slice()).flip();
      current.sendFrame(new Frame(OpCode.PONG, payload), Callback.NOOP, false);
    }
    callback.succeeded();
    if (frame.getOpCode() == OpCode.CLOSE) {
      stream.stop(); // the session answers the frame
    } else {
      current.demand();
    }
  }

  @Override
  public void onError(Throwable cause, Callback callback) {
    stream.stop();
    callback.succeeded();
  }

  @Override
  public void onClosed(CloseStatus status, Callback callback) {
    stream.stop();
    callback.succeeded();
  }

  private final class Outlet implements Answer.Outlet {
    private final CoreSession session;

    Outlet(CoreSession session) {
      this.session = session;
    }

    @Override
    public void write(byte[] message) throws IOException {
      byte opCode = messages.framing() == Answer.Framing.LINES ? OpCode.TEXT : OpCode.BINARY;
      try (Blocker.Callback sent = Blocker.callback()) {
        session.sendFrame(new Frame(opCode, ByteBuffer.wrap(message)), sent, false);
        sent.block();
      }
    }

    @Override
    public void flush() {
      // every message is sent at once
    }
  }
}
