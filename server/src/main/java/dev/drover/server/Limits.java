package dev.drover.server;

import java.time.Duration;
import java.util.function.Consumer;

/// Limits on what clients can request.
///
/// ```java
/// Limits.defaults().with(l -> l.bodyBytes(1 << 20).idle(Duration.ofSeconds(30)));
/// ```
public final class Limits {
  private static final Limits DEFAULTS = new Limits(new Builder());

  private final int bodyBytes;
  private final long bodyBytesInFlight;
  private final int headerBytes;
  private final Duration headerTime;
  private final int connections;
  private final int streamsPerConnection;
  private final int readsInFlight;
  private final int writesInFlight;
  private final Duration idle;

  private Limits(Builder from) {
    this.bodyBytes = from.bodyBytes;
    this.bodyBytesInFlight = from.bodyBytesInFlight;
    this.headerBytes = from.headerBytes;
    this.headerTime = from.headerTime;
    this.connections = from.connections;
    this.streamsPerConnection = from.streamsPerConnection;
    this.readsInFlight = from.readsInFlight;
    this.writesInFlight = from.writesInFlight;
    this.idle = from.idle;
  }

  /// Kubernetes' own numbers, and limits of connections and memory, which it does not have.
  public static Limits defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public Limits with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.bodyBytes = bodyBytes;
    builder.bodyBytesInFlight = bodyBytesInFlight;
    builder.headerBytes = headerBytes;
    builder.headerTime = headerTime;
    builder.connections = connections;
    builder.streamsPerConnection = streamsPerConnection;
    builder.readsInFlight = readsInFlight;
    builder.writesInFlight = writesInFlight;
    builder.idle = idle;
    change.accept(builder);
    return new Limits(builder);
  }

  /// The largest body of a request; larger ones are answered with 413.
  public int bodyBytes() {
    return bodyBytes;
  }

  /// The size of all request bodies in memory together; a request beyond it is answered with 429.
  /// The default is a sixteenth of the largest heap.
  public long bodyBytesInFlight() {
    return bodyBytesInFlight;
  }

  /// The largest header of a request, all lines together; larger ones are answered with 431.
  public int headerBytes() {
    return headerBytes;
  }

  /// The time that a client may take to send the header of a request on a connection without
  /// requests; the connection is closed then. 32 seconds, as in kube-apiserver.
  public Duration headerTime() {
    return headerTime;
  }

  /// The number of open connections; further ones wait until another closes.
  public int connections() {
    return connections;
  }

  /// The number of requests in flight on one HTTP/2 connection.
  public int streamsPerConnection() {
    return streamsPerConnection;
  }

  /// The number of reads in flight, watches and other streams not counted; further ones are
  /// answered with 429. As `--max-requests-inflight`.
  public int readsInFlight() {
    return readsInFlight;
  }

  /// The number of writes in flight; further ones are answered with 429. As
  /// `--max-mutating-requests-inflight`.
  public int writesInFlight() {
    return writesInFlight;
  }

  /// The requests in flight that priority levels share: reads and writes together.
  int requestsInFlight() {
    return readsInFlight + writesInFlight;
  }

  /// The time that a connection without requests stays open, and that a client may take to read or
  /// write the next bytes.
  public Duration idle() {
    return idle;
  }

  @Override
  public String toString() {
    return "Limits[bodyBytes=%d, bodyBytesInFlight=%d, headerBytes=%d, headerTime=%s, connections=%d, streamsPerConnection=%d, readsInFlight=%d, writesInFlight=%d, idle=%s]"
        .formatted(
            bodyBytes,
            bodyBytesInFlight,
            headerBytes,
            headerTime,
            connections,
            streamsPerConnection,
            readsInFlight,
            writesInFlight,
            idle);
  }

  /// Changes limits. Not thread safe.
  public static final class Builder {
    private int bodyBytes = 3 << 20;
    private long bodyBytesInFlight = Runtime.getRuntime().maxMemory() / 16;
    private int headerBytes = 1 << 20;
    private Duration headerTime = Duration.ofSeconds(32);
    private int connections = 10_000;
    private int streamsPerConnection = 100;
    private int readsInFlight = 400;
    private int writesInFlight = 200;
    private Duration idle = Duration.ofSeconds(90);

    private Builder() {}

    /// As [Limits#bodyBytes].
    public Builder bodyBytes(int bytes) {
      bodyBytes = (int) checked("bodyBytes", bytes);
      return this;
    }

    /// As [Limits#bodyBytesInFlight].
    public Builder bodyBytesInFlight(long bytes) {
      bodyBytesInFlight = checked("bodyBytesInFlight", bytes);
      return this;
    }

    /// As [Limits#headerBytes].
    public Builder headerBytes(int bytes) {
      headerBytes = (int) checked("headerBytes", bytes);
      return this;
    }

    /// As [Limits#headerTime].
    public Builder headerTime(Duration time) {
      headerTime = checked("headerTime", time);
      return this;
    }

    /// As [Limits#connections].
    public Builder connections(int number) {
      connections = (int) checked("connections", number);
      return this;
    }

    /// As [Limits#streamsPerConnection].
    public Builder streamsPerConnection(int number) {
      streamsPerConnection = (int) checked("streamsPerConnection", number);
      return this;
    }

    /// As [Limits#readsInFlight].
    public Builder readsInFlight(int number) {
      readsInFlight = (int) checked("readsInFlight", number);
      return this;
    }

    /// As [Limits#writesInFlight].
    public Builder writesInFlight(int number) {
      writesInFlight = (int) checked("writesInFlight", number);
      return this;
    }

    /// As [Limits#idle].
    public Builder idle(Duration time) {
      idle = checked("idle", time);
      return this;
    }

    private static long checked(String name, long value) {
      if (value < 1) {
        throw new IllegalArgumentException(
            "the limit '" + name + "' must be positive, got " + value);
      }
      return value;
    }

    private static Duration checked(String name, Duration value) {
      if (value.isNegative() || value.isZero()) {
        throw new IllegalArgumentException(
            "the limit '" + name + "' must be positive, got " + value);
      }
      return value;
    }
  }
}
