package dev.drover.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;

/// Passes bytes between clients and a server, until a test tells it to cut, to fall silent or to
/// stammer; counts the connections.
final class FaultyProxy implements AutoCloseable {
  private final ServerSocket socket;
  private volatile URI target;
  private volatile IntToLongFunction cutAt = connection -> Long.MAX_VALUE;
  private volatile IntToLongFunction silentAt = connection -> Long.MAX_VALUE;
  private volatile boolean stammers;

  private final Map<Socket, Link> open = new ConcurrentHashMap<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Semaphore changes = new Semaphore(0);

  /// A client and its server.
  private record Link(Socket client, Socket server) {
    void cut() {
      close(client);
      close(server);
    }

    private static void close(Socket socket) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  FaultyProxy(URI target) throws IOException {
    this.target = target;
    this.socket = new ServerSocket(0, 2000, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String address() {
    return "https://127.0.0.1:" + socket.getLocalPort();
  }

  /// New connections go elsewhere.
  void retarget(URI other) {
    target = other;
  }

  /// New connections are cut after so many bytes from the server, by their number.
  void cutAfter(IntToLongFunction bytes) {
    cutAt = bytes;
  }

  /// New connections fall silent after so many bytes from the server, without being closed.
  void silentAfter(IntToLongFunction bytes) {
    silentAt = bytes;
  }

  /// Every byte by itself.
  void stammer() {
    stammers = true;
  }

  /// Everything passes again, on new connections.
  void heal() {
    cutAfter(connection -> Long.MAX_VALUE);
    silentAfter(connection -> Long.MAX_VALUE);
    stammers = false;
  }

  /// Ends all connections; new ones are welcome.
  void cutAll() {
    open.values().forEach(Link::cut);
  }

  /// How many connections there have been.
  int accepted() {
    return accepted.get();
  }

  /// Waits until so many connections are open.
  void awaitOpen(int count) throws InterruptedException {
    while (open.size() != count) {
      if (!changes.tryAcquire(10, TimeUnit.SECONDS)) {
        throw new AssertionError(open.size() + " connections are open, not " + count);
      }
    }
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        int number = accepted.incrementAndGet();
        Link link = new Link(client, new Socket(target.getHost(), target.getPort()));
        open.put(client, link);
        changes.release();
        Thread.ofVirtual()
            .start(() -> pump(link, client, link.server, Long.MAX_VALUE, Long.MAX_VALUE));
        long cut = cutAt.applyAsLong(number);
        long silent = silentAt.applyAsLong(number);
        Thread.ofVirtual().start(() -> pump(link, link.server, client, cut, silent));
      } catch (IOException e) {
        break; // closed
      }
    }
  }

  private void pump(Link link, Socket from, Socket to, long cut, long silent) {
    byte[] buffer = new byte[16 * 1024];
    long passed = 0;
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      while (passed < cut) {
        int wanted = stammers ? 1 : (int) Math.min(buffer.length, cut - passed);
        int n = in.read(buffer, 0, wanted);
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
      link.cut();
      open.remove(link.client);
      changes.release();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    cutAll();
  }
}
