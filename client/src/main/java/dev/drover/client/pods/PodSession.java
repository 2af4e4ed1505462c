package dev.drover.client.pods;

import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.client.ApiException;
import dev.drover.client.KubernetesException;
import dev.drover.client.RequestInterruptedException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A process in a container: its input, output and error output as streams, and its exit code.
///
/// ```java
/// try (var session = pods.exec("web-0", SessionOptions.defaults().with(o -> o.stdin(true)), "sort")) {
///   try (var in = session.stdin()) {
///     in.write(lines);
///   }
///   byte[] sorted = session.stdout().readAllBytes();
///   int code = session.exitCode();
/// }
/// ```
///
/// - **Back-pressure**: each output stream holds 256 KB. When one is full the whole session stops
///   until it is read, closed, or the session is closed; a program that reads only one of two
///   streams asks for that one alone ([SessionOptions]) or closes the other.
/// - **Input** is sent with each write, which waits while the process does not read. Closing
///   [#stdin] ends the process's input. The server answers input for a process that has ended by a
///   reset, and output beyond the buffers is lost: read long output on another thread meanwhile, as
///   [PodClient#run] does.
/// - **End**: output streams end with the connection; the exit code is there once the server has
///   reported it. A connection that breaks fails both with the reason. Beware: kube-apiserver
///   reports the exit code 0, perhaps after a part of the output, when a node dies, and sometimes
///   when a process ends without reading input that is on its way; a command whose success matters
///   says so in its output.
/// - **Close** from any thread cuts the connection and fails all waiting calls. The server decides
///   the effect on the process: most runtimes leave it running.
/// - **Interrupt**: a waiting read fails with [java.io.InterruptedIOException] and the session goes
///   on; an interrupted write cuts the connection, since half a message cannot be taken back.
///
/// Any number of threads.
///
/// In Go: {@index remotecommand.Executor}.
public final class PodSession implements AutoCloseable {
  static final String V5 = "v5.channel.k8s.io";
  static final String V4 = "v4.channel.k8s.io";

  private static final byte STDIN = 0;
  private static final int STDOUT = 1;
  private static final int STDERR = 2;
  private static final int STATUS = 3;
  private static final byte RESIZE = 4;
  private static final byte END_OF_STREAM = (byte) 255; // since v5
  private static final int BUFFER = 256 * 1024;
  private static final int MESSAGE = 32 * 1024; // bytes of input
  private static final int MAX_STATUS = 1 << 20;

  private final WebSocket socket;
  private final SessionOptions options;
  private final Pipe out = new Pipe(BUFFER);
  private final Pipe err = new Pipe(BUFFER);
  private final Input input = new Input();
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  private PodSession(WebSocket socket, SessionOptions options) {
    this.socket = socket;
    this.options = options;
  }

  static PodSession start(WebSocket socket, SessionOptions options) {
    PodSession session = new PodSession(socket, options);
    Thread.ofVirtual().name("drover/client/pod-session").start(session::receive);
    return session;
  }

  /// The process's input.
  ///
  /// @throws IllegalStateException unless the options asked for it
  public OutputStream stdin() {
    requireAsked(options.stdin(), "stdin");
    return input;
  }

  /// The process's output.
  ///
  /// @throws IllegalStateException unless the options asked for it
  public InputStream stdout() {
    requireAsked(options.stdout(), "stdout");
    return out;
  }

  /// The process's error output.
  ///
  /// @throws IllegalStateException unless the options asked for it; a terminal has none
  public InputStream stderr() {
    requireAsked(options.stderr(), "stderr");
    return err;
  }

  private void requireAsked(boolean asked, String name) {
    if (!asked) {
      throw new IllegalStateException(
          subject()
              + " has no "
              + name
              + "; ask for it with SessionOptions."
              + name
              + (options.tty() ? "; a terminal has no stderr" : ""));
    }
  }

  /// Tells the terminal its size.
  ///
  /// @throws IllegalStateException when the process has no terminal
  public void resize(int columns, int rows) {
    if (!options.tty()) {
      throw new IllegalStateException(subject() + " has no terminal: SessionOptions.tty");
    }
    if (columns < 1 || rows < 1 || columns > 0xFFFF || rows > 0xFFFF) {
      throw new IllegalArgumentException(
          "a terminal has 1 to 65535 columns and rows, got " + columns + " x " + rows);
    }
    byte[] size =
        "{\"Width\":%d,\"Height\":%d}\n"
            .formatted(columns, rows)
            .getBytes(StandardCharsets.US_ASCII);
    try {
      socket.send(new byte[] {RESIZE}, size, 0, size.length);
    } catch (IOException e) {
      throw socket.connection().failed(e);
    }
  }

  /// Whether the session goes on: no exit code, no failure, not closed.
  public boolean isOpen() {
    return !exit.isDone();
  }

  /// Waits for the end of the process and returns its exit code; that of an attached container is
  /// not reported and counts as 0.
  ///
  /// @throws ApiException when the server reports another failure than an exit code
  /// @throws dev.drover.client.RequestFailedException when the connection broke or was closed
  public int exitCode() {
    return exitCode(Duration.ZERO);
  }

  /// As [#exitCode()], waiting so long at most; zero = for ever.
  ///
  /// @throws dev.drover.client.RequestFailedException also when the process still runs; the session
  ///   goes on
  public int exitCode(Duration limit) {
    try {
      return limit.isZero()
          ? exit.get()
          : exit.get(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestInterruptedException(subject() + ": interrupted", e);
    } catch (TimeoutException e) {
      SocketTimeoutException late =
          new SocketTimeoutException(
              "the process still runs after " + limit.toMillis() / 1000.0 + " s");
      late.initCause(e);
      throw socket.connection().failed(late);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
  }

  /// The exception of the receiving thread, with the stack of this one.
  private KubernetesException failure(@Nullable Throwable cause) {
    return switch (cause) {
      case ApiException api -> ApiException.of(subject(), api.status());
      case IOException io -> socket.connection().failed(io);
      case null, default -> throw new IllegalStateException(subject(), cause);
    };
  }

  private String subject() {
    return socket.connection().subject();
  }

  private void receive() {
    IOException failure;
    try {
      ByteArrayOutputStream status = new ByteArrayOutputStream();
      while (socket.nextMessage()) {
        receiveMessage(status);
      }
      failure = new EOFException("the server closed the connection without an exit code");
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = new IOException("interrupted", e);
    } catch (RuntimeException e) {
      failure = new IOException("the session failed: " + e, e);
    }
    socket.close();
    exit.completeExceptionally(failure); // unless the server reported an end before
    @Nullable IOException seen = isReported() ? null : failure;
    out.end(seen);
    err.end(seen);
  }

  /// Whether the server reported how the process ended: all output came before that.
  private boolean isReported() {
    return !exit.isCompletedExceptionally() || exit.exceptionNow() instanceof ApiException;
  }

  private void receiveMessage(ByteArrayOutputStream status)
      throws IOException, InterruptedException {
    byte[] buffer = new byte[16 * 1024];
    if (socket.read(buffer, 0, 1) < 1) {
      return; // an empty message says nothing
    }
    int channel = buffer[0] & 0xFF;
    for (int n = socket.read(buffer, 0, buffer.length);
        n >= 0;
        n = socket.read(buffer, 0, buffer.length)) {
      switch (channel) {
        case STDOUT -> out.put(Arrays.copyOf(buffer, n));
        case STDERR -> err.put(Arrays.copyOf(buffer, n));
        case STATUS -> {
          if (status.size() + n > MAX_STATUS) {
            throw new ProtocolException(1009, "the status is longer than a megabyte");
          }
          status.write(buffer, 0, n);
        }
        default -> {} // of a later version of the protocol
      }
    }
    if (channel == STATUS && status.size() > 0) {
      report(status.toByteArray());
    }
  }

  private void report(byte[] json) {
    Status status;
    try {
      status = Status.TYPE.decode(json, Format.JSON);
    } catch (DecodeException e) {
      // Before v4 it was plain text; a status in several messages is complete later.
      return;
    }
    if ("Success".equals(status.status())) {
      exit.complete(0);
    } else if ("NonZeroExitCode".equals(status.reason())) {
      exit.complete(exitCode(status));
    } else {
      exit.completeExceptionally(ApiException.of(subject(), status));
    }
  }

  private static int exitCode(Status status) {
    StatusDetails details = status.details();
    List<StatusCause> causes = details == null ? List.of() : details.causes();
    for (StatusCause cause : causes) {
      if ("ExitCode".equals(cause.reason())) {
        try {
          return Integer.parseInt(String.valueOf(cause.message()));
        } catch (NumberFormatException e) {
          throw new IllegalStateException(
              "the server reported the exit code " + cause.message(), e);
        }
      }
    }
    throw new IllegalStateException("the server reported a failed process without its exit code");
  }

  /// Whether no input is taken any more. The server may have sent the reason before: its exit code
  /// ends the session, or the end of the connection does.
  boolean refusesInput() {
    return input.broken || !isOpen();
  }

  /// Cuts the connection, after a good-bye for which it waits a second at most.
  @Override
  public void close() {
    fail(new IOException("the session was closed by this program"));
  }

  /// Ends the session with a reason, unless it has ended.
  void fail(IOException reason) {
    exit.completeExceptionally(reason);
    // Before the good-bye: the server's answer to it would end the streams with another reason.
    out.end(reason);
    err.end(reason);
    socket.close();
  }

  /// The exception for a failure of the session.
  KubernetesException failed(IOException e) {
    return socket.connection().failed(e);
  }

  @Override
  public String toString() {
    return "PodSession[" + subject() + (isOpen() ? ", open]" : ", ended]");
  }

  private final class Input extends OutputStream {
    private volatile boolean ended;
    private volatile boolean broken;

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      for (int done = 0; done < length; done += MESSAGE) {
        if (ended) {
          throw new IOException("the input is closed");
        }
        requireOpen();
        send(new byte[] {STDIN}, bytes, from + done, Math.min(MESSAGE, length - done));
      }
    }

    private void send(byte[] head, byte[] bytes, int from, int length) throws IOException {
      try {
        socket.send(head, bytes, from, length);
      } catch (IOException e) {
        broken = true;
        throw e;
      }
    }

    private void requireOpen() throws IOException {
      if (exit.isDone()) {
        throw new IOException("the process has ended or the session was closed");
      }
    }

    /// @throws IOException when the process still runs and the server cannot end its input
    @Override
    public void close() throws IOException {
      if (ended) {
        return;
      }
      ended = true;
      if (exit.isDone()) {
        return;
      }
      if (!socket.protocol().equals(V5)) {
        throw new IOException(
            "the server speaks "
                + socket.protocol()
                + ", which cannot end the input of a process; close the session instead");
      }
      try {
        send(new byte[] {END_OF_STREAM, STDIN}, new byte[0], 0, 0);
      } catch (IOException e) {
        if (!exit.isDone()) { // else the process ended at the same moment
          throw e;
        }
      }
    }
  }
}
