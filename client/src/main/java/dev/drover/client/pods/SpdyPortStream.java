package dev.drover.client.pods;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.Deflater;

/// A port by `portforward.k8s.io`: two SPDY/3.1 streams in a WebSocket, one for the data and one
/// for the failure.
///
/// ```
///   client                                             server
///     SYN_STREAM 1 (error), SYN_STREAM 3 (data)  ────▶
///                                                ◀────  SYN_REPLY 1, SYN_REPLY 3, in any order
///     DATA 1 FIN, DATA 3 ...                     ────▶
///                                                ◀────  DATA 3 ... FIN, or DATA 1 + RST_STREAM
/// ```
///
/// Only what one connection needs of SPDY is here. Headers of the server are skipped, so they need
/// no dictionary to be decompressed; the server reads ours without one. There is no flow control:
/// servers do not use it, and the WebSocket below has back-pressure of its own.
///
/// Data before the reply to its stream would be dropped by the server, which itself may send data
/// before that reply: such data is kept past the limit of the pipe, since the reply comes after it
/// and nothing reads the pipe before.
final class SpdyPortStream implements PortStream {
  static final String PROTOCOL = "SPDY/3.1+portforward.k8s.io";

  private static final int ERROR_STREAM = 1;
  private static final int DATA_STREAM = 3;
  private static final int CONTROL = 0x8003_0000; // control bit and version 3
  private static final int SYN_STREAM = 1;
  private static final int SYN_REPLY = 2;
  private static final int RST_STREAM = 3;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int FIN = 1 << 24; // of the second word, beside the length
  private static final int MAX_DATA = 32 * 1024;
  private static final int MAX_FAILURE = 4096;
  private static final int MAX_EARLY = 16 << 20; // bytes of data before the reply

  private final WebSocket socket;
  private final int port;
  private final byte[] buffer = new byte[16 * 1024];
  private final ByteArrayOutputStream failure = new ByteArrayOutputStream();
  private boolean isAccepted; // the data stream
  private int early; // bytes of data before that

  SpdyPortStream(WebSocket socket, int port) {
    this.socket = socket;
    this.port = port;
  }

  @Override
  public void begin() throws IOException {
    Deflater deflater = new Deflater();
    try {
      send(synStream(deflater, ERROR_STREAM, "error"));
      send(synStream(deflater, DATA_STREAM, "data"));
    } finally {
      deflater.end();
    }
  }

  private byte[] synStream(Deflater deflater, int stream, String type) throws IOException {
    byte[] headers =
        compressed(
            deflater, Map.of("streamtype", type, "port", Integer.toString(port), "requestid", "0"));
    return ByteBuffer.allocate(18 + headers.length)
        .putInt(CONTROL | SYN_STREAM)
        .putInt(10 + headers.length)
        .putInt(stream)
        .putInt(0) // belongs to no other stream
        .putShort((short) 0) // priority
        .put(headers)
        .array();
  }

  /// All header blocks of a connection are one stream of zlib, flushed after each.
  private static byte[] compressed(Deflater deflater, Map<String, String> headers)
      throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(block);
    out.writeInt(headers.size());
    for (Map.Entry<String, String> header : headers.entrySet()) {
      for (String text : new String[] {header.getKey(), header.getValue()}) {
        out.writeInt(text.length());
        out.writeBytes(text);
      }
    }
    deflater.setInput(block.toByteArray());
    byte[] compressed = new byte[1024]; // of less than 100 bytes
    int length = deflater.deflate(compressed, 0, compressed.length, Deflater.SYNC_FLUSH);
    return Arrays.copyOf(compressed, length);
  }

  private void send(byte[] frame) throws IOException {
    socket.send(frame, frame, 0, 0);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    for (int done = 0; done < length; done += MAX_DATA) {
      int n = Math.min(MAX_DATA, length - done);
      byte[] head = ByteBuffer.allocate(8).putInt(DATA_STREAM).putInt(n).array();
      socket.send(head, bytes, from + done, n);
    }
  }

  @Override
  public boolean canEndOutput() {
    return true;
  }

  @Override
  public void endOutput() throws IOException {
    send(ByteBuffer.allocate(8).putInt(DATA_STREAM).putInt(FIN).array());
  }

  @Override
  public void receive(Pipe data, Runnable ready) throws IOException, InterruptedException {
    while (true) {
      int first = number();
      int second = number();
      int flags = second >>> 24;
      int length = second & 0xFF_FFFF;
      if (first >= 0) {
        data(first, length, data);
        if (first == DATA_STREAM && (flags & 1) != 0) {
          ready.run(); // all that there is can be read
          return;
        }
      } else if (control(first, length, ready)) {
        return;
      }
    }
  }

  private void data(int stream, int length, Pipe data) throws IOException, InterruptedException {
    for (int left = length; left > 0; ) {
      int n = read(Math.min(left, buffer.length));
      left -= n;
      if (stream == DATA_STREAM) {
        keep(Arrays.copyOf(buffer, n), data);
      } else if (stream == ERROR_STREAM && failure.size() < MAX_FAILURE) {
        failure.write(buffer, 0, n);
      }
    }
  }

  private void keep(byte[] chunk, Pipe data) throws IOException, InterruptedException {
    if (isAccepted) {
      data.put(chunk);
      return;
    }
    early += chunk.length;
    if (early > MAX_EARLY) {
      throw new IOException(
          "the server sent more than " + MAX_EARLY + " bytes before it accepted the stream");
    }
    data.putNow(chunk);
  }

  /// Handles a control frame; true at the end of the data.
  private boolean control(int first, int length, Runnable ready) throws IOException {
    if ((first & 0xFFFF_0000) != CONTROL) {
      throw new ProtocolException(1002, "the server sent a malformed SPDY frame");
    }
    int type = first & 0xFFFF;
    boolean hasNumber = length >= 4;
    int number = hasNumber ? number() : 0;
    skip(hasNumber ? length - 4 : length);
    switch (type) {
      case SYN_REPLY -> replied(number, ready);
      case RST_STREAM -> {
        // The error stream comes first: it has said by now what went wrong.
        if (number == DATA_STREAM) {
          ready.run(); // the first read fails, whether the reply came before or not
          throw failed("the server reset the connection to port " + port);
        }
      }
      case PING -> {
        if (number % 2 == 0) { // not an answer to one of ours, which we do not send
          socket.sendLater(ByteBuffer.allocate(12).putInt(first).putInt(4).putInt(number).array());
        }
      }
      case GOAWAY -> {
        return true;
      }
      default -> {} // settings, headers and windows have no use here
    }
    return false;
  }

  private void replied(int stream, Runnable ready) {
    if (stream == DATA_STREAM) {
      isAccepted = true;
      ready.run();
    } else if (stream == ERROR_STREAM) {
      // Nothing is said on the error stream from this side.
      socket.sendLater(ByteBuffer.allocate(8).putInt(ERROR_STREAM).putInt(FIN).array());
    }
  }

  /// What the error stream said, or a text of this side.
  IOException failed(String otherwise) {
    String said = failure.toString(StandardCharsets.UTF_8).strip();
    return new IOException(said.isEmpty() ? otherwise : said);
  }

  private int number() throws IOException {
    int number = 0;
    for (int i = 0; i < 4; i++) {
      read(1);
      number = number << 8 | buffer[0] & 0xFF;
    }
    return number;
  }

  private void skip(int length) throws IOException {
    for (int left = length; left > 0; ) {
      left -= read(Math.min(left, buffer.length));
    }
  }

  /// Reads some bytes into the buffer; where messages begin and end says nothing.
  private int read(int length) throws IOException {
    while (true) {
      int n = socket.read(buffer, 0, length);
      if (n > 0) {
        return n;
      }
      if (!socket.nextMessage()) {
        throw failure.size() > 0
            ? failed("")
            : new EOFException("the server closed the connection to port " + port);
      }
    }
  }
}
