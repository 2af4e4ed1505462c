package dev.drover.informer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A network between clients and a server that can be told to fail: it cuts, at once or in the
/// middle of what comes, falls silent, or does not answer at all.
final class FaultyLink implements AutoCloseable {
  private final URI target;
  private final ServerSocket socket;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private volatile boolean down;

  FaultyLink(URI target) throws IOException {
    this.target = target;
    this.socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("link").start(this::accept);
  }

  URI address() {
    return URI.create("https://127.0.0.1:" + socket.getLocalPort());
  }

  /// Cuts all connections; new ones are welcome.
  void cut() {
    links.forEach(Link::cut);
  }

  /// Cuts each connection after so many more bytes from the server.
  void cutAfter(int bytes) {
    links.forEach(link -> link.left = bytes);
  }

  /// Nothing more comes on the connections that there are, and neither side gets an error.
  void fallSilent() {
    links.forEach(link -> link.silent = true);
  }

  /// Like a server that is gone: connections are cut, and new ones, too.
  void down() {
    down = true;
    cut();
  }

  /// New connections work; those that are silent are cut.
  void heal() {
    down = false;
    links.forEach(
        link -> {
          link.left = Long.MAX_VALUE;
          if (link.silent) {
            link.cut();
          }
        });
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        if (down) {
          client.close();
          continue;
        }
        Link link = new Link(client, new Socket(target.getHost(), target.getPort()));
        links.add(link);
        Thread.ofVirtual().start(() -> link.pump(link.client, link.server, false));
        Thread.ofVirtual().start(() -> link.pump(link.server, link.client, true));
      } catch (IOException e) {
        if (socket.isClosed()) {
          return;
        }
        throw new AssertionError(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    cut();
  }

  private final class Link {
    final Socket client;
    final Socket server;
    volatile long left = Long.MAX_VALUE; // bytes from the server before the cut
    volatile boolean silent;

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void cut() {
      links.remove(this);
      try (client;
          server) {
        // closing is all
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    void pump(Socket from, Socket to, boolean answers) {
      byte[] buffer = new byte[8192];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        int n = in.read(buffer);
        while (n >= 0) {
          int passed = answers ? (int) Math.min(n, left) : n;
          if (!silent) {
            out.write(buffer, 0, passed);
          }
          if (passed < n) {
            break;
          }
          if (answers && left != Long.MAX_VALUE) {
            left -= n;
          }
          n = in.read(buffer);
        }
      } catch (IOException e) {
        // One side hung up; so will the other.
      } finally {
        cut();
      }
    }
  }
}
