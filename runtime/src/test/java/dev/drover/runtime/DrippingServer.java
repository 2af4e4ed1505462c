package dev.drover.runtime;

import dev.drover.client.ClientConfig;
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

/// A server that answers every request with a response head that never ends, one byte at a time.
final class DrippingServer implements AutoCloseable {
  private final ServerSocket socket;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger requests = new AtomicInteger();

  DrippingServer() throws IOException {
    socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  ClientConfig config() {
    return ClientConfig.of("http://127.0.0.1:" + socket.getLocalPort());
  }

  int requests() {
    return requests.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        open.add(client);
        requests.incrementAndGet();
        Thread.ofVirtual().start(() -> drip(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void drip(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      client
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII));
      while (!closed.await(50, TimeUnit.MILLISECONDS)) {
        client.getOutputStream().write('x');
      }
    } catch (IOException | InterruptedException e) {
      // The client hung up.
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    socket.close();
    for (Socket client : open) {
      client.close();
    }
  }
}
