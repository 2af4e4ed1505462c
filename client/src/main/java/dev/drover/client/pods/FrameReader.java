package dev.drover.client.pods;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/// Reads messages of RFC 6455 as a client does, and refuses malformed frames.
///
/// ```
///                nextMessage                    end of the last frame
///   between ───────────────────▶ in a message ─────────────────────────▶ between
///      │                             │ ▲
///      │ close frame                 └─┘ further frames; control frames come anywhere
///      ▼
///    ended
/// ```
///
/// A message is handed out while it arrives, so its length does not matter. One thread.
final class FrameReader {
  private static final int CONTINUATION = 0;
  private static final int MAX_CONTROL = 125;

  private final InputStream in;
  private final Consumer<byte[]> onPing;
  private boolean inMessage;
  private boolean lastFrame; // of the message
  private long left; // bytes of the frame
  private boolean ended;
  private volatile long waitingSince; // 0 = not reading; else System.nanoTime

  FrameReader(InputStream in, Consumer<byte[]> onPing) {
    this.in = in;
    this.onPing = onPing;
  }

  /// How long the current read of the connection has been waiting; zero if none is.
  Duration waitingFor() {
    long since = waitingSince;
    return since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
  }

  /// Moves to the next message; false when the server has closed the connection in good order.
  boolean nextMessage() throws IOException {
    byte[] skipped = new byte[1024];
    while (inMessage) {
      if (read(skipped, 0, skipped.length) < 0) {
        break;
      }
    }
    if (!ended) {
      nextFrame();
    }
    return !ended;
  }

  /// Reads bytes of the current message; -1 at its end.
  int read(byte[] target, int from, int length) throws IOException {
    while (inMessage && left == 0) {
      if (lastFrame) {
        inMessage = false;
      } else {
        nextFrame();
        if (ended) {
          throw new EOFException("the server closed the connection inside a message");
        }
      }
    }
    if (!inMessage) {
      return -1;
    }
    int n = receive(target, from, (int) Math.min(length, left));
    left -= n;
    return n;
  }

  /// Reads up to the payload of the next data frame, or to the close frame.
  private void nextFrame() throws IOException {
    while (!ended) {
      int first = octet();
      int second = octet();
      if ((first & 0x70) != 0) {
        throw malformed("reserved bits are set");
      }
      if ((second & 0x80) != 0) {
        throw malformed("it is masked, which only frames of clients are");
      }
      boolean isLast = (first & 0x80) != 0;
      int opcode = first & 0x0F;
      long length = length(second & 0x7F);
      if (opcode >= 8) {
        control(opcode, isLast, length);
      } else {
        data(opcode, isLast, length);
        return;
      }
    }
  }

  private void data(int opcode, boolean isLast, long length) throws IOException {
    switch (opcode) {
      case CONTINUATION -> {
        if (!inMessage) {
          throw malformed("it continues a message that has not begun");
        }
      }
      case FrameWriter.BINARY -> {
        if (inMessage) {
          throw malformed("it begins a message inside another");
        }
      }
      case 1 -> throw new ProtocolException(1003, "the server sent text instead of binary data");
      default -> throw malformed("its kind " + opcode + " is unknown");
    }
    inMessage = true;
    lastFrame = isLast;
    left = length;
  }

  private void control(int opcode, boolean isLast, long length) throws IOException {
    if (!isLast || length > MAX_CONTROL) {
      throw malformed("a control frame is split or longer than 125 bytes");
    }
    byte[] payload = new byte[(int) length];
    for (int done = 0; done < payload.length; ) {
      done += receive(payload, done, payload.length - done);
    }
    switch (opcode) {
      case FrameWriter.PING -> onPing.accept(payload);
      case FrameWriter.PONG -> {} // any byte shows that the server is alive
      case FrameWriter.CLOSE -> closed(payload);
      default -> throw malformed("its kind " + opcode + " is unknown");
    }
  }

  private void closed(byte[] payload) throws IOException {
    ended = true;
    if (payload.length == 0) {
      return;
    }
    if (payload.length == 1) {
      throw malformed("a close frame has half a code");
    }
    int code = (payload[0] & 0xFF) << 8 | payload[1] & 0xFF;
    if (!isCode(code)) {
      throw malformed("a close frame has the code " + code + ", which must not be sent");
    }
    String reason = text(payload, 2);
    if (code != 1000 && code != 1001) {
      throw new IOException(
          "the server closed the connection with code "
              + code
              + (reason.isEmpty() ? "" : ": " + reason));
    }
  }

  /// Whether a peer may send this code.
  private static boolean isCode(int code) {
    return code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006
        || code >= 3000 && code <= 4999;
  }

  private static String text(byte[] payload, int from) throws IOException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(payload, from, payload.length - from))
          .toString();
    } catch (CharacterCodingException e) {
      ProtocolException malformed = new ProtocolException(1007, "a close reason is not UTF-8");
      malformed.initCause(e);
      throw malformed;
    }
  }

  /// The length of a frame, which must be in its shortest form.
  private long length(int small) throws IOException {
    if (small < 126) {
      return small;
    }
    int bytes = small == 126 ? 2 : 8;
    long length = 0;
    for (int i = 0; i < bytes; i++) {
      length = length << 8 | octet();
    }
    long least = small == 126 ? 126 : 1 << 16;
    if (length < least) { // or negative
      throw malformed("its length is not in the shortest form");
    }
    return length;
  }

  private static ProtocolException malformed(String why) {
    return new ProtocolException(1002, "the server sent a malformed WebSocket frame: " + why);
  }

  private final byte[] one = new byte[1];

  private int octet() throws IOException {
    receive(one, 0, 1);
    return one[0] & 0xFF;
  }

  private int receive(byte[] target, int from, int length) throws IOException {
    waitingSince = System.nanoTime() | 1; // never 0
    int n;
    try {
      n = in.read(target, from, length);
    } finally {
      waitingSince = 0;
    }
    if (n < 0) {
      throw new EOFException("the connection ended without a close frame");
    }
    return n;
  }
}
