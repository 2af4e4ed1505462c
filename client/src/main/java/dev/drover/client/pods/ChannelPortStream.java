package dev.drover.client.pods;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A port by `v4.channel.k8s.io`, which servers before 1.31 speak: channel 0 has the data, channel
/// 1 the failure, and each begins with two bytes that repeat the port. The end of the output cannot
/// be told.
final class ChannelPortStream implements PortStream {
  private static final byte DATA = 0;
  private static final int PORT_BYTES = 2;
  private static final int MESSAGE = 32 * 1024;

  private final WebSocket socket;

  ChannelPortStream(WebSocket socket) {
    this.socket = socket;
  }

  @Override
  public void begin() {}

  @Override
  public void receive(Pipe data, Runnable ready) throws IOException, InterruptedException {
    ready.run();
    int[] skipped = new int[2]; // bytes of the port, by channel
    ByteArrayOutputStream failure = new ByteArrayOutputStream();
    byte[] buffer = new byte[16 * 1024];
    while (socket.nextMessage()) {
      if (socket.read(buffer, 0, 1) < 1) {
        continue;
      }
      int channel = buffer[0];
      if (channel != 0 && channel != 1) {
        throw new ProtocolException(1002, "the server sent data on channel " + channel);
      }
      for (int n = socket.read(buffer, 0, buffer.length);
          n >= 0;
          n = socket.read(buffer, 0, buffer.length)) {
        int port = Math.min(n, PORT_BYTES - skipped[channel]);
        skipped[channel] += port;
        if (channel == DATA) {
          data.put(Arrays.copyOfRange(buffer, port, n));
        } else if (failure.size() < 4096) {
          failure.write(buffer, port, n - port);
        }
      }
      if (failure.size() > 0) {
        throw new IOException(failure.toString(StandardCharsets.UTF_8).strip());
      }
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    for (int done = 0; done < length; done += MESSAGE) {
      socket.send(new byte[] {DATA}, bytes, from + done, Math.min(MESSAGE, length - done));
    }
  }

  @Override
  public boolean canEndOutput() {
    return false;
  }

  @Override
  public void endOutput() throws IOException {
    throw new IOException(
        "the server speaks "
            + PodSession.V4
            + ", which cannot tell a pod that nothing more comes; close the connection instead");
  }
}
