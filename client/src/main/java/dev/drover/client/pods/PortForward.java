package dev.drover.client.pods;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Local ports that lead to ports of a pod.
///
/// ```java
/// try (var forward = pods.forward("web-0", ForwardedPort.to(8080), new ForwardedPort(5432, 5432))) {
///   var address = URI.create("http://127.0.0.1:" + forward.localPort(8080));
/// }
/// ```
///
/// Listens on the loopback address alone. Each local connection has a stream of its own through the
/// API server: one that fails does not touch the others, and the next one reaches a pod that was
/// replaced by another of the same name. Both directions end apart, as with TCP; a connection whose
/// stream fails is reset, so that no client takes a part for the whole, and the reason goes to the
/// log and to [#lastFailure].
///
/// Any number of threads.
///
/// In Go: {@index portforward.PortForwarder}.
public final class PortForward implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PortForward.class);
  private static final int BACKLOG = 4096; // a client beyond it may wait for ever; 4096 as in Go
  private static final long ACCEPT_PAUSE = Duration.ofMillis(100).toNanos();

  private final String pod;
  private final List<Listener> listeners = new ArrayList<>();
  private final Set<Tunnel> tunnels = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private volatile @Nullable Exception lastFailure;

  /// Opens a connection to a port of the pod.
  @FunctionalInterface
  interface Dialer {
    PodSocket dial(int port);
  }

  private record Listener(ServerSocket socket, int podPort) {}

  private PortForward(String pod) {
    this.pod = pod;
  }

  /// @throws UncheckedIOException when a local port is taken
  static PortForward start(String pod, Dialer dialer, ForwardedPort... ports) {
    if (ports.length == 0) {
      throw new IllegalArgumentException("name at least one port to forward");
    }
    PortForward forward = new PortForward(pod);
    boolean started = false;
    try {
      for (ForwardedPort port : ports) {
        forward.listeners.add(new Listener(listen(pod, port), port.pod()));
      }
      for (Listener listener : forward.listeners) {
        Thread.ofVirtual()
            .name("drover/client/port-forward-" + listener.podPort)
            .start(() -> forward.accept(listener, dialer));
      }
      started = true;
      return forward;
    } finally {
      if (!started) {
        forward.close();
      }
    }
  }

  private static ServerSocket listen(String pod, ForwardedPort port) {
    try {
      return new ServerSocket(port.local(), BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on the local port %d for pod %s: %s"
              .formatted(port.local(), pod, e.getMessage()),
          e);
    }
  }

  /// The local port that leads to this port of the pod.
  ///
  /// @throws IllegalArgumentException when it is not forwarded
  public int localPort(int podPort) {
    return ports().stream()
        .filter(port -> port.pod() == podPort)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("port " + podPort + " is not forwarded: " + ports()))
        .local();
  }

  /// The ports, with the local ones that were chosen.
  public List<ForwardedPort> ports() {
    return listeners.stream()
        .map(l -> new ForwardedPort(l.socket.getLocalPort(), l.podPort))
        .toList();
  }

  /// How the last connection failed that did.
  public Optional<Exception> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  private void accept(Listener listener, Dialer dialer) {
    while (!closed) {
      try {
        Socket local = listener.socket.accept();
        Thread.ofVirtual()
            .name("drover/client/port-forward-connection")
            .start(() -> connect(local, listener.podPort, dialer));
      } catch (IOException e) {
        if (!closed) {
          failed(listener.podPort, e);
          LockSupport.parkNanos(
              ACCEPT_PAUSE); // without a free file descriptor the next one fails too
        }
      }
    }
  }

  private void connect(Socket local, int podPort, Dialer dialer) {
    Tunnel tunnel = new Tunnel(local, podPort);
    tunnels.add(tunnel);
    try {
      if (closed) {
        return; // close() may not have seen this one
      }
      tunnel.run(dialer.dial(podPort));
    } catch (IOException | RuntimeException e) { // no failure may look like an end
      if (!closed) {
        failed(podPort, e);
      }
      tunnel.reset();
    } finally {
      tunnel.close();
      tunnels.remove(tunnel);
    }
  }

  private void failed(int podPort, Exception e) {
    lastFailure = e;
    LOG.warn("port-forward {}: a connection to port {} failed: {}", pod, podPort, e.getMessage());
  }

  /// Stops listening and cuts all connections: those that have not ended are reset.
  @Override
  public void close() {
    closed = true;
    for (Listener listener : listeners) {
      try {
        listener.socket.close();
      } catch (IOException e) {
        LOG.debug("port-forward {}: closing the listener failed", pod, e);
      }
    }
    tunnels.forEach(Tunnel::cut);
  }

  @Override
  public String toString() {
    return "PortForward[" + pod + ", " + ports() + "]";
  }

  /// One local connection and its stream.
  private static final class Tunnel {
    private final Socket local;
    private final int podPort;
    private volatile @Nullable PodSocket remote;
    private volatile boolean ended;
    private volatile boolean saidAll; // what the pod had to say has reached the local client

    Tunnel(Socket local, int podPort) {
      this.local = local;
      this.podPort = podPort;
    }

    /// Copies both directions until both have ended.
    void run(PodSocket to) throws IOException {
      remote = to;
      if (ended) {
        to.close();
      }
      Thread up =
          Thread.ofVirtual()
              .name("drover/client/port-forward-up-" + podPort)
              .start(() -> copyUp(to));
      to.input().transferTo(local.getOutputStream());
      local.shutdownOutput();
      saidAll = true;
      try {
        up.join(); // ends with the local client, or with close()
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /// A failure to write ends this direction alone: the connection to the pod is gone, which the
    /// other direction reports once it has handed over what the pod sent before.
    private void copyUp(PodSocket to) {
      byte[] buffer = new byte[16 * 1024];
      try {
        for (int n = receive(buffer, to); n >= 0; n = receive(buffer, to)) {
          to.output().write(buffer, 0, n);
        }
        if (to.canShutdownOutput()) {
          to.shutdownOutput();
        }
      } catch (IOException e) {
        LOG.debug("port-forward: sending to port {} ended: {}", podPort, e.toString());
      }
    }

    /// Reads from the local client; a failure cuts the stream, since nothing can be answered.
    private int receive(byte[] buffer, PodSocket to) throws IOException {
      try {
        return local.getInputStream().read(buffer);
      } catch (IOException e) {
        to.close();
        throw e;
      }
    }

    /// Lets the local client see a failure instead of an end.
    void reset() {
      try {
        local.setSoLinger(true, 0);
      } catch (IOException e) {
        LOG.debug("port-forward: the local connection was closed before", e);
      }
    }

    /// Ends the connection for its owner, at any time.
    void cut() {
      if (!saidAll) {
        reset();
      }
      close();
    }

    void close() {
      ended = true;
      PodSocket to = remote;
      if (to != null) {
        to.close();
      }
      try {
        local.close();
      } catch (IOException e) {
        LOG.debug("port-forward: closing the local connection failed", e);
      }
    }
  }
}
