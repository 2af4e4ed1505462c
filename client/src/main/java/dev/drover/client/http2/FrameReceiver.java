package dev.drover.client.http2;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Reads the frames of a connection, checks them, and hands each to its stream or to the connection
/// itself. One thread runs it.
final class FrameReceiver {
  /// The window of the connection, for bytes that arrive.
  static final int WINDOW = 1 << 20;

  private final FrameReader in;
  private final FrameWriter out;
  private final Http2Connection connection;
  private final LongConsumer listener;
  private final HeaderDecoder headers = new HeaderDecoder();
  private int unacknowledged; // bytes that came and were not given back to the window
  private volatile long heard = System.nanoTime();
  private volatile boolean responsive; // a frame has come

  /// @param listener gets the time ([System#nanoTime]) when bytes have come
  FrameReceiver(
      FrameReader in, FrameWriter out, Http2Connection connection, LongConsumer listener) {
    this.in = in;
    this.out = out;
    this.connection = connection;
    this.listener = listener;
  }

  /// When bytes came last, by [System#nanoTime].
  long heard() {
    return heard;
  }

  /// Whether the server has sent anything.
  boolean isResponsive() {
    return responsive;
  }

  /// Receives until the connection ends; the failure ends the connection in any case.
  void run() {
    try {
      if (!in.next() || in.type() != FrameReader.SETTINGS || in.has(FrameReader.ACK)) {
        throw Http2Exception.broken("it does not begin by settings");
      }
      do {
        heard = System.nanoTime();
        responsive = true;
        listener.accept(heard);
        receive();
      } while (in.next());
      throw new EOFException("the server closed the connection" + connection.goAway());
    } catch (IOException | RuntimeException e) {
      connection.end(e instanceof IOException io ? io : new IOException(e.toString(), e));
    }
  }

  private void receive() throws IOException {
    switch (in.type()) {
      case FrameReader.DATA -> data();
      case FrameReader.HEADERS -> head();
      case FrameReader.RST_STREAM -> reset();
      case FrameReader.SETTINGS -> changeSettings();
      case FrameReader.PING -> answerPing();
      case FrameReader.GOAWAY -> goAway();
      case FrameReader.WINDOW_UPDATE -> grow();
      case FrameReader.PUSH_PROMISE, FrameReader.CONTINUATION ->
          throw Http2Exception.broken("a frame of type " + in.type() + " at a wrong place");
      default -> {} // priorities, and what later standards add
    }
  }

  private @Nullable Http2Stream stream() throws IOException {
    return connection.stream(in.stream());
  }

  private void data() throws IOException {
    unacknowledged += in.length();
    if (unacknowledged >= WINDOW / 2) {
      out.windowUpdate(0, unacknowledged);
      unacknowledged = 0;
    }
    Http2Stream stream = stream();
    if (stream != null) {
      boolean last = in.has(FrameReader.END_STREAM);
      if (stream.receive(in.buffer(), in.from(), in.to(), in.length(), last)) {
        connection.answered(stream);
      }
    }
  }

  private void head() throws IOException {
    Http2Stream stream = stream();
    boolean last = in.has(FrameReader.END_STREAM);
    byte[] block = in.headerBlock();
    List<Map.Entry<String, String>> lines = new ArrayList<>();
    headers.decode(block, 0, block.length, (name, value) -> lines.add(Map.entry(name, value)));
    if (stream != null && stream.receive(lines, last)) {
      connection.answered(stream);
    }
  }

  private void reset() throws IOException {
    in.requireLength(4);
    Http2Stream stream = stream();
    if (stream != null) {
      connection.reset(stream, in.int32(in.from()));
    }
  }

  private void changeSettings() throws IOException {
    if (in.has(FrameReader.ACK)) {
      return;
    }
    if (in.length() % 6 != 0) {
      throw Http2Exception.broken("settings of a wrong length");
    }
    int[] pairs = new int[in.length() / 3];
    for (int i = 0; i < pairs.length; i += 2) {
      pairs[i] = in.int16(in.from() + 3 * i);
      pairs[i + 1] = in.int32(in.from() + 3 * i + 2);
    }
    connection.changeSettings(pairs);
    out.frame(FrameReader.SETTINGS, FrameReader.ACK, 0, new byte[0]);
  }

  private void answerPing() throws IOException {
    in.requireLength(8);
    if (!in.has(FrameReader.ACK)) {
      out.frame(FrameReader.PING, FrameReader.ACK, 0, in.buffer(), in.from(), 8);
    }
  }

  private void goAway() throws IOException {
    if (in.length() < 8) {
      throw Http2Exception.broken("a GOAWAY of a wrong length");
    }
    connection.goAway(in.int32(in.from()) & Integer.MAX_VALUE, in.int32(in.from() + 4));
  }

  private void grow() throws IOException {
    in.requireLength(4);
    int by = in.int32(in.from()) & Integer.MAX_VALUE;
    if (in.stream() == 0) {
      connection.grow(by);
      return;
    }
    Http2Stream stream = stream();
    if (stream != null) {
      connection.grow(stream, by);
    }
  }
}
