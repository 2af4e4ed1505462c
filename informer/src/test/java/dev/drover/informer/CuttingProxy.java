package dev.drover.informer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Passes bytes between clients and a server, and cuts connections, or falls silent on them, after
/// as many bytes from the server as a test says.
final class CuttingProxy implements AutoCloseable {
  private final URI target;
  private volatile ServerSocket socket;
  private volatile Thread acceptor;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile LongSupplier cutAt = () -> Long.MAX_VALUE;
  private volatile LongSupplier silentAt = () -> Long.MAX_VALUE;

  CuttingProxy(URI target) throws IOException {
    this.target = target;
    this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    this.acceptor = Thread.ofVirtual().start(this::accept);
  }

  URI address() {
    return URI.create("https://127.0.0.1:" + socket.getLocalPort());
  }

  /// Ends all connections and refuses new ones, as a server that is down does.
  void down() {
    stop();
    cutAll();
  }

  /// Accepts connections again, at the same address.
  void up() {
    try {
      socket = new ServerSocket(socket.getLocalPort(), 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    acceptor = Thread.ofVirtual().start(this::accept);
  }

  /// New connections are cut after so many bytes; asked for each.
  void cutAfter(LongSupplier bytes) {
    cutAt = bytes;
  }

  /// New connections fall silent after so many bytes, but stay.
  void silentAfter(LongSupplier bytes) {
    silentAt = bytes;
  }

  /// New connections are all right again.
  void heal() {
    cutAfter(() -> Long.MAX_VALUE);
    silentAfter(() -> Long.MAX_VALUE);
  }

  /// Ends all connections; new ones are welcome.
  void cutAll() {
    open.forEach(CuttingProxy::close);
  }

  private void accept() {
    ServerSocket listening = socket;
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Socket server = new Socket(target.getHost(), target.getPort());
        open.add(client);
        open.add(server);
        long cut = cutAt.getAsLong();
        long silent = silentAt.getAsLong();
        Thread.ofVirtual().start(() -> pump(client, server, Long.MAX_VALUE, Long.MAX_VALUE));
        Thread.ofVirtual().start(() -> pump(server, client, cut, silent));
      } catch (IOException e) {
        break; // closed
      }
    }
  }

  private void pump(Socket from, Socket to, long cut, long silent) {
    byte[] buffer = new byte[16 * 1024];
    long passed = 0;
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      while (passed < cut) {
        int n = in.read(buffer, 0, (int) Math.min(buffer.length, cut - passed));
        if (n < 0) {
          break;
        }
        if (passed + n <= silent) {
          out.write(buffer, 0, n);
        }
        passed += n;
      }
    } catch (IOException e) {
      // One side hung up; so will the other.
    } finally {
      close(from);
      close(to);
      open.remove(from);
      open.remove(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void stop() {
    try {
      socket.close();
      acceptor.join();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    down();
  }
}
