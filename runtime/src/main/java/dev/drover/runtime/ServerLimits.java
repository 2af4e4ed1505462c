package dev.drover.runtime;

import java.time.Duration;
import java.util.function.Consumer;

/// Limits of an HTTP server of a manager: that of webhooks, or that of health and metrics.
///
/// ```java
/// ManagerOptions.defaults().with(o -> o.webhooks(w -> w.limits(l -> l.connections(200))));
/// ```
///
/// A slow or silent peer cannot keep a connection: each phase of a request has a time limit of its
/// own, which covers the phase as a whole, however the bytes drip in. At the limit of connections
/// the one that has been without a complete request for longest is closed in favour of the new one;
/// if all of them are serving requests, new ones wait in the backlog of the operating system.
public final class ServerLimits {
  private static final ServerLimits DEFAULTS = new ServerLimits(new Builder());

  private final int connections;
  private final Duration head;
  private final Duration body;
  private final Duration write;
  private final Duration idle;
  private final int headBytes;

  private ServerLimits(Builder from) {
    this.connections = from.connections;
    this.head = from.head;
    this.body = from.body;
    this.write = from.write;
    this.idle = from.idle;
    this.headBytes = from.headBytes;
  }

  /// 1,000 connections; 10 seconds for the head of a request, 30 seconds for its body and for the
  /// response, 2 minutes between requests; heads of 64 KiB.
  public static ServerLimits defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public ServerLimits with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.connections = connections;
    builder.head = head;
    builder.body = body;
    builder.write = write;
    builder.idle = idle;
    builder.headBytes = headBytes;
    change.accept(builder);
    return new ServerLimits(builder);
  }

  /// The number of open connections.
  public int connections() {
    return connections;
  }

  /// The time for the TLS handshake and the head of the first request, and for the head of each
  /// further request from its first byte.
  ///
  /// In Go: {@index http.Server.ReadHeaderTimeout}.
  public Duration head() {
    return head;
  }

  /// The time for the body of a request.
  public Duration body() {
    return body;
  }

  /// The time for sending a response.
  public Duration write() {
    return write;
  }

  /// The time that a connection stays open between requests. Longer than the 90 seconds after which
  /// clients in Go close it, so that a request rarely meets a connection that is being closed.
  ///
  /// In Go: {@index http.Server.IdleTimeout}.
  public Duration idle() {
    return idle;
  }

  /// The size of the head of a request: its line and its headers.
  ///
  /// In Go: {@index http.Server.MaxHeaderBytes}.
  public int headBytes() {
    return headBytes;
  }

  @Override
  public String toString() {
    return "ServerLimits[connections=%d, head=%s, body=%s, write=%s, idle=%s, headBytes=%d]"
        .formatted(connections, head, body, write, idle, headBytes);
  }

  /// Changes limits. Not thread safe.
  public static final class Builder {
    private int connections = 1_000;
    private Duration head = Duration.ofSeconds(10);
    private Duration body = Duration.ofSeconds(30);
    private Duration write = Duration.ofSeconds(30);
    private Duration idle = Duration.ofMinutes(2);
    private int headBytes = 64 << 10;

    private Builder() {}

    /// As [ServerLimits#connections].
    public Builder connections(int number) {
      connections = positive("connections", number);
      return this;
    }

    /// As [ServerLimits#head].
    public Builder head(Duration limit) {
      head = positive("head", limit);
      return this;
    }

    /// As [ServerLimits#body].
    public Builder body(Duration limit) {
      body = positive("body", limit);
      return this;
    }

    /// As [ServerLimits#write].
    public Builder write(Duration limit) {
      write = positive("write", limit);
      return this;
    }

    /// As [ServerLimits#idle].
    public Builder idle(Duration limit) {
      idle = positive("idle", limit);
      return this;
    }

    /// As [ServerLimits#headBytes].
    public Builder headBytes(int bytes) {
      headBytes = positive("headBytes", bytes);
      return this;
    }

    private static int positive(String name, int value) {
      if (value <= 0) {
        throw new IllegalArgumentException("need " + name + " > 0, got " + value);
      }
      return value;
    }

    private static Duration positive(String name, Duration value) {
      if (!value.isPositive()) {
        throw new IllegalArgumentException("need " + name + " > 0, got " + value);
      }
      return value;
    }
  }
}
