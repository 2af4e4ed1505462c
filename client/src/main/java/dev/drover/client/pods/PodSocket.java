package dev.drover.client.pods;

import dev.drover.client.RequestInterruptedException;
import dev.drover.client.RestRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A connection to a port of a pod, through the API server.
///
/// ```java
/// try (var socket = pods.connect("db-0", 5432)) {
///   socket.output().write(greeting);
///   int first = socket.input().read();
/// }
/// ```
///
/// As a TCP connection it has two directions that end apart: [#shutdownOutput] ends one, the end of
/// [#input] is the end of the other. A port on which nothing listens shows as a failure of the
/// first read, with the reason. When a node dies, kube-apiserver does not tell those that wait for
/// data from it: a protocol without its own time-outs needs one here too. Reading thread and
/// writing thread may differ; any thread may close it, which fails both.
public final class PodSocket implements AutoCloseable {
  private static final int BUFFER = 256 * 1024;

  private final WebSocket socket;
  private final PortStream stream;
  private final Pipe input = new Pipe(BUFFER);
  private final Output output = new Output();
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
  private volatile boolean outputEnded;

  private PodSocket(WebSocket socket, int port) {
    this.socket = socket;
    this.stream =
        socket.protocol().equals(SpdyPortStream.PROTOCOL)
            ? new SpdyPortStream(socket, port)
            : new ChannelPortStream(socket);
  }

  static PodSocket open(
      RestRequest request, int port, WebSocket.KeepAlive keepAlive, Duration limit) {
    if (port < 1 || port > 0xFFFF) {
      throw new IllegalArgumentException("a port is between 1 and 65535, got " + port);
    }
    // Old servers take the port from the address, new ones from the streams.
    request.param("ports", Integer.toString(port));
    List<String> protocols = List.of(SpdyPortStream.PROTOCOL, PodSession.V4);
    PodSocket socket = new PodSocket(WebSocket.open(request, protocols, keepAlive), port);
    boolean opened = false;
    try {
      socket.begin(limit);
      opened = true;
      return socket;
    } finally {
      if (!opened) {
        socket.close();
      }
    }
  }

  private void begin(Duration limit) {
    try {
      stream.begin();
      Thread.ofVirtual().name("drover/client/pod-socket").start(this::receive);
      if (limit.isZero()) {
        ready.get();
      } else {
        ready.get(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
      }
    } catch (IOException e) {
      throw socket.connection().failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestInterruptedException(socket.connection().subject() + ": interrupted", e);
    } catch (TimeoutException e) {
      SocketTimeoutException late =
          new SocketTimeoutException("no stream after " + limit.toMillis() / 1000.0 + " s");
      late.initCause(e);
      throw socket.connection().failed(late);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io
          ? socket.connection().failed(io)
          : new IllegalStateException(e.getCause());
    }
  }

  private void receive() {
    try {
      stream.receive(input, () -> ready.complete(true));
      input.end(null);
      ready.completeExceptionally(new IOException("the server ended the stream"));
      if (outputEnded) {
        socket.close();
      }
    } catch (IOException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(new IOException("interrupted", e));
    } catch (RuntimeException e) {
      fail(new IOException("the connection failed: " + e, e));
    }
  }

  private void fail(IOException e) {
    input.end(e);
    ready.completeExceptionally(e);
    socket.close();
  }

  /// What the pod sends.
  public InputStream input() {
    return input;
  }

  /// What is sent to the pod, with every write; waits while the pod does not read.
  public OutputStream output() {
    return output;
  }

  /// Whether [#shutdownOutput] works; servers before 1.31 cannot do that.
  public boolean canShutdownOutput() {
    return stream.canEndOutput();
  }

  /// Tells the pod that nothing more comes; [#input] goes on.
  ///
  /// @throws IOException when the connection is broken, or the server cannot do that
  public void shutdownOutput() throws IOException {
    if (!outputEnded) {
      stream.endOutput();
      outputEnded = true;
    }
  }

  /// Cuts the connection, after a good-bye for which it waits a second at most.
  @Override
  public void close() {
    // Before the good-bye: the server's answer to it would end the input with another reason.
    input.end(new IOException("the connection was closed by this program"));
    socket.close();
  }

  @Override
  public String toString() {
    return "PodSocket[" + socket.connection().subject() + "]";
  }

  private final class Output extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (outputEnded) {
        throw new IOException("the output was shut down");
      }
      stream.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      shutdownOutput();
    }
  }
}
