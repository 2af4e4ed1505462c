package dev.drover.server.http;

import dev.drover.server.core.Answer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;

/// Sends messages over a WebSocket, each as a message of its own, on a thread of its own. What the
/// client says is not listened to, except that it goes.
final class WatchSocket implements FrameHandler {
  private final Answer.Messages messages;
  private final OpenStreams.OpenStream stream;
  private final OpenStreams streams;
  private final Executor executor;

  WatchSocket(
      Answer.Messages messages,
      OpenStreams.OpenStream stream,
      OpenStreams streams,
      Executor executor) {
    this.messages = messages;
    this.stream = stream;
    this.streams = streams;
    this.executor = executor;
  }

  @Override
  public void onOpen(CoreSession session, Callback callback) {
    session.setIdleTimeout(Duration.ZERO); // nothing happens while there are no events
    callback.succeeded();
    executor.execute(() -> run(session));
    session.demand();
  }

  private void run(CoreSession session) {
    boolean isCut;
    try {
      isCut = streams.run(stream, () -> messages.sender().send(new Outlet(session)));
    } catch (IOException e) {
      isCut = true; // the client is gone
    }
    if (isCut) {
      session.abort();
    } else {
      session.close(CloseStatus.NORMAL, "", Callback.NOOP);
    }
  }

  @Override
  public void onFrame(Frame frame, Callback callback) {
    callback.succeeded();
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
