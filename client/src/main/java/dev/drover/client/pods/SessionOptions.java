package dev.drover.client.pods;

import dev.drover.client.QueryParameters;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Options of [PodClient#exec] and [PodClient#attach]: container, streams, terminal.
///
/// ```java
/// var shell = SessionOptions.defaults().with(o -> o.container("web").stdin(true).tty(true));
/// try (var session = pods.exec("web-0", shell, "sh")) { ... }
/// ```
///
/// In Go: {@index corev1.PodExecOptions}, {@index corev1.PodAttachOptions}.
public final class SessionOptions implements QueryParameters {
  private static final SessionOptions DEFAULTS = new SessionOptions(new Builder());

  private final String container;
  private final boolean stdin;
  private final boolean stdout;
  private final boolean stderr;
  private final boolean tty;
  private final Duration ping;
  private final Duration silence;

  private SessionOptions(Builder from) {
    this.container = from.container;
    this.stdin = from.stdin;
    this.stdout = from.stdout;
    this.stderr = from.stderr;
    this.tty = from.tty;
    this.ping = from.ping;
    this.silence = from.silence;
  }

  /// Output and error output of the pod's only container, without input and terminal.
  public static SessionOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public SessionOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.container = container;
    builder.stdin = stdin;
    builder.stdout = stdout;
    builder.stderr = stderr;
    builder.tty = tty;
    builder.ping = ping;
    builder.silence = silence;
    change.accept(builder);
    return new SessionOptions(builder);
  }

  /// The container; empty = the pod's only one.
  public String container() {
    return container;
  }

  /// Whether the process gets input.
  public boolean stdin() {
    return stdin;
  }

  /// Whether the process's output is read.
  public boolean stdout() {
    return stdout;
  }

  /// Whether the process's error output is read; never with a terminal, which has one output only.
  public boolean stderr() {
    return stderr && !tty;
  }

  /// Whether the process runs in a terminal.
  public boolean tty() {
    return tty;
  }

  /// The time between pings on a quiet connection; none is sent while output waits for its reader.
  public Duration ping() {
    return ping;
  }

  /// How long nothing may come, not even an answer to a ping, before the connection counts as dead.
  public Duration silence() {
    return silence;
  }

  WebSocket.KeepAlive keepAlive() {
    return new WebSocket.KeepAlive(ping, silence);
  }

  @Override
  public void write(BiConsumer<String, String> add) {
    add.accept("container", container);
    add.accept("stdin", stdin ? "true" : "");
    add.accept("stdout", stdout ? "true" : "");
    add.accept("stderr", stderr() ? "true" : "");
    add.accept("tty", tty ? "true" : "");
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    write((name, value) -> text.append(value.isEmpty() ? "" : ", " + name + "=" + value));
    return "SessionOptions[" + (text.isEmpty() ? "" : text.substring(2)) + "]";
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private String container = "";
    private boolean stdin;
    private boolean stdout = true;
    private boolean stderr = true;
    private boolean tty;
    private Duration ping = Duration.ofSeconds(5);
    private Duration silence = Duration.ofSeconds(61);

    private Builder() {}

    /// As [SessionOptions#container].
    public Builder container(String name) {
      container = name;
      return this;
    }

    /// As [SessionOptions#stdin].
    public Builder stdin(boolean changed) {
      stdin = changed;
      return this;
    }

    /// As [SessionOptions#stdout].
    public Builder stdout(boolean changed) {
      stdout = changed;
      return this;
    }

    /// As [SessionOptions#stderr].
    public Builder stderr(boolean changed) {
      stderr = changed;
      return this;
    }

    /// As [SessionOptions#tty].
    public Builder tty(boolean changed) {
      tty = changed;
      return this;
    }

    /// As [SessionOptions#ping].
    public Builder ping(Duration interval) {
      ping = positive("ping", interval);
      return this;
    }

    /// As [SessionOptions#silence].
    public Builder silence(Duration limit) {
      silence = positive("silence", limit);
      return this;
    }

    private static Duration positive(String name, Duration value) {
      if (!value.isPositive()) {
        throw new IllegalArgumentException(name + " must be positive, got " + value);
      }
      return value;
    }
  }
}
