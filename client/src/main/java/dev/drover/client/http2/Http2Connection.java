package dev.drover.client.http2;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// One HTTP/2 connection, shared by many requests.
///
/// Two virtual threads do the work: one reads frames and hands each to its [Http2Stream], one
/// writes what all threads have to send. Neither waits for a caller, so a slow reader of one stream
/// holds up no other: the bytes that it has not read are bounded by the window of its stream, and
/// the window of the connection is opened again as soon as bytes arrive.
///
/// The connection takes no new streams once the server has announced its end (GOAWAY) or its
/// numbers are used up; it ends with its last stream. Any number of threads.
///
/// The lock of a stream is taken inside the lock of its connection or alone, never the other way.
public final class Http2Connection {
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int FIRST_WINDOW = (1 << 16) - 1; // by the standard
  private static final int USUAL_STREAMS = 100; // until the server says how many it takes
  private static final int LAST_ID = Integer.MAX_VALUE - 2;

  private static final int ENABLE_PUSH = 2;
  private static final int MAX_CONCURRENT_STREAMS = 3;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int MAX_HEADER_LIST_SIZE = 6;

  private final FrameWriter out;
  private final FrameReceiver receiver;
  private final Runnable cut;

  private final ReentrantLock lock = new ReentrantLock(); // guards all below
  private final Condition windowGrown = lock.newCondition();
  private final Map<Integer, Http2Stream> streams = new HashMap<>();
  private int nextId = 1;
  private int maxStreams = USUAL_STREAMS;
  private int sendWindow = FIRST_WINDOW;
  private int streamWindow = FIRST_WINDOW;
  private boolean retired; // takes no new streams
  private String goAway = ""; // the announcement of the end, for messages
  private boolean ended;

  /// A connection over these streams; [#start] begins it.
  ///
  /// @param cut closes the socket, without waiting
  /// @param listener gets the time ([System#nanoTime]) when bytes have come
  public Http2Connection(InputStream in, OutputStream out, Runnable cut, LongConsumer listener) {
    this.out = new FrameWriter(out);
    this.receiver = new FrameReceiver(new FrameReader(in), this.out, this, listener);
    this.cut = cut;
  }

  /// Sends the preface and starts the threads; they end with the connection.
  public void start() throws IOException {
    out.raw(PREFACE);
    out.frame(FrameReader.SETTINGS, 0, 0, settings());
    out.windowUpdate(0, FrameReceiver.WINDOW - FIRST_WINDOW);
    Thread.ofVirtual().name("drover/client/http2-reader").start(receiver::run);
    Thread.ofVirtual().name("drover/client/http2-writer").start(this::write);
  }

  private static byte[] settings() {
    int[] pairs = {
      ENABLE_PUSH, 0, INITIAL_WINDOW_SIZE, Http2Stream.WINDOW, MAX_HEADER_LIST_SIZE, 256 * 1024
    };
    byte[] bytes = new byte[pairs.length * 3];
    for (int i = 0; i < pairs.length; i += 2) {
      bytes[3 * i + 1] = (byte) pairs[i];
      System.arraycopy(FrameWriter.int32(pairs[i + 1]), 0, bytes, 3 * i + 2, 4);
    }
    return bytes;
  }

  // ---- Streams

  /// What is to be sent of a request, without its body.
  ///
  /// @param more whether a body follows, see [Http2Stream#send]
  public record Request(
      String method,
      String scheme,
      String authority,
      String target,
      List<Map.Entry<String, String>> headers,
      boolean more) {}

  /// Sends the head of a request; null when the connection takes no further stream now.
  public @Nullable Http2Stream open(Request request) throws IOException {
    if (!hasRoom()) {
      return null; // before the head is encoded
    }
    HeaderEncoder encoder =
        new HeaderEncoder(request.method, request.scheme, request.authority, request.target);
    request.headers.forEach(header -> encoder.add(header.getKey(), header.getValue()));
    byte[] block = encoder.block();
    lock.lock();
    try {
      if (!hasRoom()) {
        return null;
      }
      boolean bodiless = request.method.equals("HEAD");
      Http2Stream stream = new Http2Stream(this, nextId, streamWindow, bodiless);
      if (!request.more) {
        stream.sent();
      }
      streams.put(nextId, stream);
      out.headers(nextId, block, !request.more);
      nextId += 2;
      retired |= nextId >= LAST_ID;
      return stream;
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom() {
    lock.lock();
    try {
      return !ended && !retired && streams.size() < maxStreams;
    } finally {
      lock.unlock();
    }
  }

  void send(Http2Stream stream, byte[] body) throws IOException {
    int at = 0;
    lock.lock();
    try {
      do {
        int n = awaitWindow(stream, body.length - at);
        if (n < 0) {
          return;
        }
        sendWindow -= n;
        stream.sendWindow -= n;
        boolean last = at + n == body.length;
        out.frame(FrameReader.DATA, last ? FrameReader.END_STREAM : 0, stream.id, body, at, n);
        at += n;
      } while (at < body.length);
      if (stream.sent()) {
        remove(stream);
      }
    } finally {
      lock.unlock();
    }
  }

  /// How much may be sent now, at most `wanted`; -1 when the server wants no more of it.
  private int awaitWindow(Http2Stream stream, int wanted) throws IOException {
    while (true) {
      if (stream.isOver()) {
        return -1;
      }
      int open = Math.min(sendWindow, stream.sendWindow);
      if (wanted == 0 || (open > 0 && !out.isBusy())) {
        return Math.min(wanted, Math.min(open, FrameReader.MAX_PAYLOAD));
      }
      try {
        windowGrown.await();
      } catch (InterruptedException e) {
        throw Http2Stream.interrupted(e);
      }
    }
  }

  void updateWindow(Http2Stream stream, int bytes) throws IOException {
    lock.lock();
    try {
      if (streams.containsKey(stream.id)) {
        out.windowUpdate(stream.id, bytes);
      }
    } finally {
      lock.unlock();
    }
  }

  /// A stream was closed or has failed. The server hears of it unless both sides were done.
  void drop(Http2Stream stream) {
    lock.lock();
    try {
      if (streams.containsKey(stream.id)) {
        out.reset(stream.id, Http2Exception.CANCEL);
        remove(stream);
      }
      windowGrown.signalAll();
    } catch (IOException e) {
      cut.run(); // the reader ends the rest
    } finally {
      lock.unlock();
    }
  }

  private void remove(Http2Stream stream) {
    streams.remove(stream.id);
    if (retired && streams.isEmpty()) {
      cut.run();
    }
  }

  // ---- State

  /// How many streams are open.
  public int streams() {
    lock.lock();
    try {
      return streams.size();
    } finally {
      lock.unlock();
    }
  }

  /// Whether the connection is over, or takes no new streams.
  public boolean isRetired() {
    lock.lock();
    try {
      return ended || retired;
    } finally {
      lock.unlock();
    }
  }

  /// Whether the connection is over.
  public boolean hasEnded() {
    lock.lock();
    try {
      return ended;
    } finally {
      lock.unlock();
    }
  }

  /// Takes no new streams; ends with the last one.
  public void retire() {
    lock.lock();
    try {
      retired = true;
      if (streams.isEmpty()) {
        cut.run();
      }
    } finally {
      lock.unlock();
    }
  }

  /// When bytes came last, by [System#nanoTime].
  public long heard() {
    return receiver.heard();
  }

  /// Whether the server has sent anything: what fails before is not worth another try.
  public boolean isResponsive() {
    return receiver.isResponsive();
  }

  /// Asks for an answer, which counts as bytes that came. Does not wait.
  public void ping() {
    try {
      out.frame(FrameReader.PING, 0, 0, new byte[8]);
    } catch (IOException e) {
      end(e);
    }
  }

  /// Ends the connection; its streams fail with this reason. Never waits for the network.
  public void end(IOException why) {
    List<Http2Stream> all;
    lock.lock();
    try {
      ended = true;
      all = List.copyOf(streams.values());
      streams.clear();
      windowGrown.signalAll();
    } finally {
      lock.unlock();
    }
    out.end();
    cut.run();
    all.forEach(stream -> stream.fail(why));
    lock.lock();
    try {
      windowGrown.signalAll(); // for those that wait to send on a stream that has failed now
    } finally {
      lock.unlock();
    }
  }

  // ---- The writing thread

  private void write() {
    try {
      out.run(this::written);
    } catch (IOException e) {
      end(e);
    } catch (InterruptedException e) {
      end(new IOException("interrupted", e));
    }
  }

  private void written() {
    lock.lock();
    try {
      windowGrown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  // ---- What the server changes, called by the reader

  /// The announcement of the end, for the message of the failure; empty if there was none.
  String goAway() {
    lock.lock();
    try {
      return goAway;
    } finally {
      lock.unlock();
    }
  }

  /// The stream of a frame; null if it is over, which the server may not know yet.
  @Nullable Http2Stream stream(int id) throws IOException {
    lock.lock();
    try {
      if (id == 0 || id % 2 == 0 || id >= nextId) {
        throw Http2Exception.broken("a frame for stream " + id + ", which is none");
      }
      return streams.get(id);
    } finally {
      lock.unlock();
    }
  }

  /// A response is complete. Its stream is free unless the request is still being sent; then the
  /// server resets it, or the caller by closing it.
  void answered(Http2Stream stream) {
    lock.lock();
    try {
      if (stream.isSent()) {
        remove(stream);
      }
      windowGrown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The server ended a stream early.
  void reset(Http2Stream stream, int code) {
    stream.fail(Http2Exception.reset(code));
    lock.lock();
    try {
      remove(stream);
      windowGrown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Takes over the settings of one frame, in their order.
  ///
  /// @param pairs each a setting and its value
  void changeSettings(int[] pairs) throws IOException {
    lock.lock();
    try {
      for (int i = 0; i < pairs.length; i += 2) {
        change(pairs[i], pairs[i + 1]);
      }
      windowGrown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void change(int setting, int value) throws IOException {
    if (setting == MAX_CONCURRENT_STREAMS) {
      maxStreams = value < 0 ? Integer.MAX_VALUE : value;
    } else if (setting == INITIAL_WINDOW_SIZE) {
      if (value < 0) {
        throw Http2Exception.broken("a window too large");
      }
      for (Http2Stream stream : streams.values()) {
        stream.sendWindow = grown(stream.sendWindow, value - streamWindow);
      }
      streamWindow = value;
    }
  }

  private static int grown(int window, int by) throws IOException {
    long grown = (long) window + by;
    if (grown > Integer.MAX_VALUE) {
      throw Http2Exception.broken("a window too large");
    }
    return (int) grown;
  }

  /// The server takes no new streams, and has not begun those after this one.
  void goAway(int lastId, int code) {
    List<Http2Stream> unprocessed = new ArrayList<>();
    lock.lock();
    try {
      retired = true;
      goAway = " (GOAWAY " + Http2Exception.name(code) + ")";
      streams.values().stream().filter(stream -> stream.id > lastId).forEach(unprocessed::add);
    } finally {
      lock.unlock();
    }
    unprocessed.forEach(stream -> stream.fail(Http2Exception.unprocessed(code)));
    lock.lock();
    try {
      unprocessed.forEach(stream -> streams.remove(stream.id));
      windowGrown.signalAll();
      if (streams.isEmpty()) {
        cut.run();
      }
    } finally {
      lock.unlock();
    }
  }

  /// More may be sent on the connection.
  void grow(int by) throws IOException {
    lock.lock();
    try {
      sendWindow = grown(sendWindow, by);
      windowGrown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// More may be sent on a stream.
  void grow(Http2Stream stream, int by) throws IOException {
    lock.lock();
    try {
      stream.sendWindow = grown(stream.sendWindow, by);
      windowGrown.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
