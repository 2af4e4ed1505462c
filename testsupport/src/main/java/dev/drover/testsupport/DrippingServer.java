package dev.drover.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A server that reads nothing and sends a text, and then another one repeatedly, byte by byte,
/// until the client disconnects: never silent for long, and never done.
public final class DrippingServer implements AutoCloseable {
  private static final long PACE_MILLIS = 20;

  private final ServerSocket socket;
  private final byte[] first;
  private final byte[] again;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);

  /// @param first is sent at once
  /// @param again is sent again and again; empty to send nothing more
  public DrippingServer(String first, String again) {
    this.first = first.getBytes(StandardCharsets.ISO_8859_1);
    this.again = again.getBytes(StandardCharsets.ISO_8859_1);
    try {
      socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /// Address and port.
  public String authority() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /// The URL of this server, without TLS.
  public String url() {
    return "http://" + authority();
  }

  /// How many connections it has accepted.
  public int connections() {
    return connections.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        open.add(client);
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> drip(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void drip(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      client.getOutputStream().write(first);
      while (again.length > 0) {
        for (byte b : again) {
          client.getOutputStream().write(b);
          if (closed.await(PACE_MILLIS, TimeUnit.MILLISECONDS)) {
            return;
          }
        }
      }
      closed.await();
    } catch (IOException | InterruptedException e) {
      // The client hung up.
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      socket.close();
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
