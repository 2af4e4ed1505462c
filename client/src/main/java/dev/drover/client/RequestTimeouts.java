package dev.drover.client;

import java.time.Duration;
import java.util.function.Consumer;

/// How long calls to the API server may take, by kind of call. Part of a [ClientConfig].
///
/// ```java
/// ClientConfig.load().with(c -> c.timeouts(t -> t.read(Duration.ofSeconds(10)).list(Duration.ofMinutes(10))));
/// ```
///
/// A limit covers the whole call: connecting, TLS, writing the request, the response with its body,
/// and retries with the pauses between them. Time that a [RateLimiter] holds a request back does
/// not count, nor does a credential program, which has a limit of its own. Of a watch and of a
/// stream (logs) only the opening is limited, by [#read]; [WatchOptions#silence] limits how long a
/// watch may be quiet. A limit of zero means none. [RestRequest#timeout] overrides these limits for
/// one request.
///
/// Resolving the server's name is up to the operating system and cannot be cancelled: with a
/// resolver that hangs, a call fails late.
///
/// In Go: {@index rest.Config.Timeout}.
public final class RequestTimeouts {
  // kube-apiserver itself ends requests after 60 seconds.
  private static final RequestTimeouts DEFAULTS = new RequestTimeouts(new Builder());

  private final Duration read;
  private final Duration list;
  private final Duration write;
  private final Duration credentials;

  private RequestTimeouts(Builder from) {
    this.read = from.read;
    this.list = from.list;
    this.write = from.write;
    this.credentials = from.credentials;
  }

  /// 70 seconds for reads and writes, 5 minutes for lists, 1 minute for credential programs.
  public static RequestTimeouts defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public RequestTimeouts with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.read = read;
    builder.list = list;
    builder.write = write;
    builder.credentials = credentials;
    change.accept(builder);
    return new RequestTimeouts(builder);
  }

  /// The limit of reading one object or document, and of opening a watch or a stream.
  public Duration read() {
    return read;
  }

  /// The limit of a list, or of one page of it, until its last item has been read.
  public Duration list() {
    return list;
  }

  /// The limit of a create, update, patch or delete.
  public Duration write() {
    return write;
  }

  /// The limit of a credential program (exec plugin) that does not ask the user.
  public Duration credentials() {
    return credentials;
  }

  @Override
  public String toString() {
    return "RequestTimeouts[read=%s, list=%s, write=%s, credentials=%s]"
        .formatted(read, list, write, credentials);
  }

  /// Changes time-outs. Not thread safe.
  public static final class Builder {
    private Duration read = Duration.ofSeconds(70);
    private Duration list = Duration.ofMinutes(5);
    private Duration write = Duration.ofSeconds(70);
    private Duration credentials = Duration.ofMinutes(1);

    private Builder() {}

    /// As [RequestTimeouts#read].
    public Builder read(Duration limit) {
      read = checked("read", limit);
      return this;
    }

    /// As [RequestTimeouts#list].
    public Builder list(Duration limit) {
      list = checked("list", limit);
      return this;
    }

    /// As [RequestTimeouts#write].
    public Builder write(Duration limit) {
      write = checked("write", limit);
      return this;
    }

    /// As [RequestTimeouts#credentials].
    public Builder credentials(Duration limit) {
      credentials = checked("credentials", limit);
      return this;
    }

    private static Duration checked(String name, Duration limit) {
      if (limit.isNegative()) {
        throw new IllegalArgumentException(
            "the time-out '" + name + "' must not be negative, got " + limit);
      }
      return limit;
    }
  }
}
