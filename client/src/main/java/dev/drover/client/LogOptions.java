package dev.drover.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Options of reading a container's log: which container, which part, and whether to follow it.
///
/// ```java
/// var recent = LogOptions.defaults().with(o -> o.container("web").since(Duration.ofMinutes(5)).tail(100));
/// try (InputStream log = pods.logs("web-0", recent)) { ... }
/// ```
///
/// In Go: {@index corev1.PodLogOptions}.
public final class LogOptions implements QueryParameters {
  private static final LogOptions DEFAULTS = new LogOptions(new Builder());

  private final String container;
  private final boolean follow;
  private final boolean previous;
  private final boolean timestamps;
  private final @Nullable Duration since;
  private final @Nullable Instant sinceTime;
  private final long tail; // negative = all
  private final long limitBytes; // 0 = all

  private LogOptions(Builder from) {
    this.container = from.container;
    this.follow = from.follow;
    this.previous = from.previous;
    this.timestamps = from.timestamps;
    this.since = from.since;
    this.sinceTime = from.sinceTime;
    this.tail = from.tail;
    this.limitBytes = from.limitBytes;
  }

  /// The whole log of the only container, without following it.
  public static LogOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public LogOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.container = container;
    builder.follow = follow;
    builder.previous = previous;
    builder.timestamps = timestamps;
    builder.since = since;
    builder.sinceTime = sinceTime;
    builder.tail = tail;
    builder.limitBytes = limitBytes;
    change.accept(builder);
    return new LogOptions(builder);
  }

  /// The container; empty = the pod's only one.
  public String container() {
    return container;
  }

  /// Whether the stream goes on with new lines until the container ends.
  public boolean follow() {
    return follow;
  }

  /// Whether the log is that of the previous, ended instance of the container.
  public boolean previous() {
    return previous;
  }

  /// Whether each line begins with its time in RFC 3339.
  public boolean timestamps() {
    return timestamps;
  }

  /// The age of the oldest line.
  public Optional<Duration> since() {
    return Optional.ofNullable(since);
  }

  /// The time of the oldest line.
  public Optional<Instant> sinceTime() {
    return Optional.ofNullable(sinceTime);
  }

  /// The number of lines to begin with, counted from the end.
  public OptionalLong tail() {
    return tail < 0 ? OptionalLong.empty() : OptionalLong.of(tail);
  }

  /// The number of bytes after which the server ends the log.
  public OptionalLong limitBytes() {
    return limitBytes == 0 ? OptionalLong.empty() : OptionalLong.of(limitBytes);
  }

  @Override
  public void write(BiConsumer<String, String> add) {
    add.accept("container", container);
    add.accept("follow", follow ? "true" : "");
    add.accept("previous", previous ? "true" : "");
    add.accept("timestamps", timestamps ? "true" : "");
    // The server refuses zero, so less than a second is sent as one second.
    add.accept("sinceSeconds", since == null ? "" : Long.toString(Math.max(1, seconds(since))));
    add.accept("sinceTime", sinceTime == null ? "" : sinceTime.toString());
    add.accept("tailLines", tail < 0 ? "" : Long.toString(tail));
    add.accept("limitBytes", limitBytes == 0 ? "" : Long.toString(limitBytes));
  }

  /// Rounded up, so that no line is missing.
  private static long seconds(Duration age) {
    return age.plusSeconds(1).minusNanos(1).toSeconds();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    write((name, value) -> text.append(value.isEmpty() ? "" : ", " + name + "=" + value));
    return "LogOptions[" + (text.isEmpty() ? "" : text.substring(2)) + "]";
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private String container = "";
    private boolean follow;
    private boolean previous;
    private boolean timestamps;
    private @Nullable Duration since;
    private @Nullable Instant sinceTime;
    private long tail = -1;
    private long limitBytes;

    private Builder() {}

    /// As [LogOptions#container].
    public Builder container(String name) {
      container = name;
      return this;
    }

    /// As [LogOptions#follow].
    public Builder follow(boolean changed) {
      follow = changed;
      return this;
    }

    /// As [LogOptions#previous].
    public Builder previous(boolean changed) {
      previous = changed;
      return this;
    }

    /// As [LogOptions#timestamps].
    public Builder timestamps(boolean changed) {
      timestamps = changed;
      return this;
    }

    /// As [LogOptions#since]; replaces [#sinceTime].
    public Builder since(Duration age) {
      if (age.isNegative()) {
        throw new IllegalArgumentException("since must not be negative, got " + age);
      }
      since = age;
      sinceTime = null;
      return this;
    }

    /// As [LogOptions#sinceTime]; replaces [#since].
    public Builder sinceTime(Instant time) {
      sinceTime = time;
      since = null;
      return this;
    }

    /// As [LogOptions#tail].
    public Builder tail(long lines) {
      if (lines < 0) {
        throw new IllegalArgumentException("tail must not be negative, got " + lines);
      }
      tail = lines;
      return this;
    }

    /// As [LogOptions#limitBytes].
    public Builder limitBytes(long bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException("limitBytes must be positive, got " + bytes);
      }
      limitBytes = bytes;
      return this;
    }
  }
}
