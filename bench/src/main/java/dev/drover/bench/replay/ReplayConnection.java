package dev.drover.bench.replay;

import static dev.drover.bench.replay.ReplayServer.utf8;

import dev.drover.api.Format;
import dev.drover.bench.cache.Served;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// One connection of HTTP/1.1, by one thread.
final class ReplayConnection {
  private static final int BATCH = 64 * 1024;
  private static final long TICK_NANOS = 5_000_000;
  private static final int CHUNK_HEAD = 8; // six digits and the line's end

  private final ReplayContent content;
  private final InputStream in;
  private final OutputStream out;

  ReplayConnection(ReplayContent content, Socket socket) throws IOException {
    this.content = content;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /// Answers until the client goes away.
  void run() throws IOException {
    for (String first = line(); !first.isEmpty(); first = line()) {
      String[] words = first.split(" ");
      Map<String, String> headers = headers();
      String[] target = words[1].split("\\?", 2);
      Served served =
          Stream.of(Served.PODS, Served.machines())
              .filter(s -> s.path().equals(target[0]))
              .findFirst()
              .orElse(null);
      Map<String, String> query = query(target.length == 1 ? "" : target[1]);
      if (served == null) {
        answer("404 Not Found", Format.JSON.contentType(), utf8("{}"));
      } else if (query.getOrDefault("watch", "").matches("true|1")) {
        watch(served, query, headers);
        return;
      } else {
        Format format = ReplayContent.format(served, headers.getOrDefault("accept", ""));
        answer("200 OK", format.contentType(), content.list(served, format));
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] parts = line.split(": *", 2);
      headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
    }
    return headers;
  }

  private static Map<String, String> query(String text) {
    Map<String, String> query = new HashMap<>();
    for (String pair : text.split("&")) {
      String[] parts = pair.split("=", 2);
      query.put(parts[0], parts.length == 1 ? "" : parts[1]);
    }
    return query;
  }

  private void answer(String status, String type, byte[] body) throws IOException {
    out.write(
        utf8(
            "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
                .formatted(status, type, body.length)));
    out.write(body);
    out.flush();
  }

  private void watch(Served served, Map<String, String> query, Map<String, String> headers)
      throws IOException {
    Format format = ReplayContent.format(served, headers.getOrDefault("accept", ""));
    String type = format.contentType() + (format == Format.PROTOBUF ? ";stream=watch" : "");
    out.write(
        utf8(
            "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n"
                .formatted(type)));
    if (query.getOrDefault("sendInitialEvents", "").equals("true")) {
      byte[] end = content.initialEventsEnd(served, format);
      out.write(utf8("%x\r\n".formatted(end.length)));
      out.write(end);
      out.write(utf8("\r\n"));
    }
    out.flush();
    // COUNT, or COUNT/RATE: what comes after each object was added comes at this rate.
    String[] wanted =
        headers.getOrDefault("authorization", "").replaceAll("[^0-9/]", "").split("/");
    ReplayFrames frames = content.frames(served, format);
    int count = Integer.parseInt(wanted[0]);
    if (wanted.length == 1) {
      send(frames, next(query), count);
    } else {
      int added = Math.min(count, frames.objects());
      send(frames, next(query), added);
      pace(frames, Math.max(added, next(query)), count, Integer.parseInt(wanted[1]));
    }
    if (headers.getOrDefault("connection", "").equals("close")) {
      out.write(utf8("0\r\n\r\n"));
      return;
    }
    while (in.read() >= 0) {
      // Silence, until the client has had enough.
    }
  }

  /// The first event that the client does not know.
  private static int next(Map<String, String> query) {
    String version = query.getOrDefault("resourceVersion", "");
    return version.isEmpty()
        ? 0
        : (int) Math.max(0, Long.parseLong(version) - ReplayEvents.START_VERSION);
  }

  private void pace(ReplayFrames frames, int first, int count, int rate) throws IOException {
    long begun = System.nanoTime();
    int event = first;
    while (event < count) {
      LockSupport.parkNanos(TICK_NANOS);
      int due = first + (int) ((System.nanoTime() - begun) * rate / 1_000_000_000L);
      int end = Math.min(count, due);
      send(frames, event, end);
      event = Math.max(event, end);
    }
  }

  private void send(ReplayFrames frames, int first, int count) throws IOException {
    ByteBuffer batch = ByteBuffer.allocate(4 * BATCH);
    batch.position(CHUNK_HEAD);
    for (int event = first; event < count; event++) {
      if (batch.position() > BATCH || batch.remaining() < frames.room(event) + 2) {
        flush(batch);
      }
      frames.put(event, batch);
    }
    if (batch.position() > CHUNK_HEAD) {
      flush(batch);
    }
  }

  private void flush(ByteBuffer batch) throws IOException {
    byte[] head = utf8("%06x\r\n".formatted(batch.position() - CHUNK_HEAD));
    System.arraycopy(head, 0, batch.array(), 0, CHUNK_HEAD);
    batch.put((byte) '\r').put((byte) '\n');
    out.write(batch.array(), 0, batch.position());
    out.flush();
    batch.position(CHUNK_HEAD);
  }
}
