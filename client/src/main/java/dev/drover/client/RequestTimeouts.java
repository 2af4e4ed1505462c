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
/// watch may be quiet, and [#checkAfter] detects a dead server before. A limit of zero means none.
/// [RestRequest#timeout] overrides these limits for one request.
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
  private final Duration checkAfter;
  private final Duration checkLimit;

  private RequestTimeouts(Builder from) {
    this.read = from.read;
    this.list = from.list;
    this.write = from.write;
    this.credentials = from.credentials;
    this.checkAfter = from.checkAfter;
    this.checkLimit = from.checkLimit;
  }

  /// 70 seconds for reads and writes, 5 minutes for lists, 1 minute for credential programs; silent
  /// watches are checked after 30 seconds, for 15 seconds.
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
    builder.checkAfter = checkAfter;
    builder.checkLimit = checkLimit;
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

  /// How long the server may be silent on all connections of a client with an open watch or stream
  /// before the client checks, by a request for `/livez`, that it is still there; zero = no checks.
  public Duration checkAfter() {
    return checkAfter;
  }

  /// The limit of such a check. Without any response within it, watches and streams that are silent
  /// end as after [WatchOptions#silence].
  public Duration checkLimit() {
    return checkLimit;
  }

  @Override
  public String toString() {
    return "RequestTimeouts[read=%s, list=%s, write=%s, credentials=%s, checkAfter=%s, checkLimit=%s]"
        .formatted(read, list, write, credentials, checkAfter, checkLimit);
  }

  /// Changes time-outs. Not thread safe.
  public static final class Builder {
    private Duration read = Duration.ofSeconds(70);
    private Duration list = Duration.ofMinutes(5);
    private Duration write = Duration.ofSeconds(70);
    private Duration credentials = Duration.ofMinutes(1);
    private Duration checkAfter = Duration.ofSeconds(30);
    private Duration checkLimit = Duration.ofSeconds(15);

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

    /// As [RequestTimeouts#checkAfter].
    public Builder checkAfter(Duration silence) {
      checkAfter = checked("checkAfter", silence);
      return this;
    }

    /// As [RequestTimeouts#checkLimit].
    public Builder checkLimit(Duration limit) {
      if (limit.isZero()) {
        throw new IllegalArgumentException("the time-out 'checkLimit' must be positive");
      }
      checkLimit = checked("checkLimit", limit);
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
