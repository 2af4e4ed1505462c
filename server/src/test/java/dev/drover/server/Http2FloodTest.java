package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.certificates.Tls;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Frames that Go clients send by the hundred, and floods of them.
class Http2FloodTest {
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int CLOSED = -1;

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  private SSLSocket socket;
  private OutputStream out;
  private DataInputStream in;

  @BeforeEach
  void connect() throws Exception {
    socket =
        (SSLSocket)
            Tls.trusting(server.caPem())
                .getSocketFactory()
                .createSocket("127.0.0.1", server.url().getPort());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(20_000);
    out = socket.getOutputStream();
    in = new DataInputStream(socket.getInputStream());
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    out.write(frame(SETTINGS, 0, 0, new byte[0]));
  }

  @AfterEach
  void disconnect() throws IOException {
    socket.close();
  }

  @Test
  void thousandWindowUpdatesOfAnEndedStreamAreAccepted() throws Exception {
    request(1);
    awaitEndOfStream(1);
    byte[] update = frame(WINDOW_UPDATE, 0, 1, new byte[] {0, 0, 16, 0});
    send(update, 1000);
    assertThat(pingIsAnswered()).isTrue();
  }

  @Test
  void cancellationOfManyRequestsAtOnceIsAccepted() throws Exception {
    for (int i = 0; i < 500; i++) {
      int stream = 2 * i + 1;
      request(stream);
      out.write(frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8}));
    }
    assertThat(pingIsAnswered()).isTrue();
  }

  @Test
  void floodOfPingsEndsTheConnection() throws Exception {
    try {
      send(frame(PING, 0, 0, new byte[8]), 200_000);
    } catch (IOException e) {
      return; // closed while the flood was sent
    }
    int type;
    do {
      type = readFrame()[0];
    } while (type != GOAWAY && type != CLOSED);
  }

  /// A GET of `/` without credentials.
  private void request(int stream) throws IOException {
    byte[] authority = "localhost".getBytes(StandardCharsets.US_ASCII);
    ByteBuffer block = ByteBuffer.allocate(5 + authority.length);
    block.put((byte) 0x82).put((byte) 0x87).put((byte) 0x84).put((byte) 0x41);
    block.put((byte) authority.length).put(authority);
    out.write(frame(HEADERS, 0x5, stream, block.array()));
  }

  private void awaitEndOfStream(int stream) throws IOException {
    int[] frame;
    do {
      frame = readFrame();
      assertThat(frame[0]).isNotIn(GOAWAY, CLOSED);
    } while (frame[2] != stream || (frame[1] & 1) == 0);
  }

  private boolean pingIsAnswered() throws IOException {
    out.write(frame(PING, 0, 0, new byte[8]));
    int[] frame;
    do {
      frame = readFrame();
      if (frame[0] == GOAWAY || frame[0] == CLOSED) {
        return false;
      }
    } while (frame[0] != PING);
    return true;
  }

  private void send(byte[] frame, int times) throws IOException {
    ByteBuffer batch = ByteBuffer.allocate(frame.length * 1000);
    for (int i = 0; i < 1000; i++) {
      batch.put(frame);
    }
    for (int sent = 0; sent < times; sent += 1000) {
      out.write(batch.array());
    }
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /// Type, flags and stream of the next frame; the type is CLOSED at the end of the connection.
  private int[] readFrame() {
    try {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      in.skipNBytes(length);
      return new int[] {type, flags, stream};
    } catch (IOException e) {
      return new int[] {CLOSED, 0, 0};
    }
  }
}
