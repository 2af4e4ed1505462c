package dev.drover.client;

import dev.drover.api.Bytes;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.codec.Codec;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// One request under construction: path, parameters, headers, body, and how it is carried out.
///
/// ```java
/// Pod pod = rest.get().namespace("shop").resource("pods").name("web-0")
///     .timeout(Duration.ofSeconds(5))
///     .execute()
///     .into(Pod.KIND);
/// ```
///
/// The first mistake sticks: every further call is accepted, and carrying the request out reports
/// that mistake. Not thread-safe; use it once.
///
/// In Go: {@index rest.Request}.
public final class RestRequest {
  static final int DEFAULT_RETRIES = 10;

  private final RestClient client;
  private final String verb;
  private final RequestPath path;
  private Headers headers = Headers.EMPTY;
  private byte @Nullable [] body;
  private boolean bodyIsStream;
  private @Nullable Duration timeout; // null = as the configuration says; zero = no limit
  private int maxRetries = DEFAULT_RETRIES;
  private @Nullable RateLimiter limiter;
  private HostBackoff backoff = HostBackoff.NONE;
  private WarningHandler warnings;
  private @Nullable RuntimeException error;

  RestRequest(RestClient client, String verb) {
    this.client = client;
    this.verb = verb;
    String base = Optional.ofNullable(client.config().server().getRawPath()).orElse("");
    this.path = new RequestPath(base, client.prefix());
    this.limiter = client.rateLimiter().orElse(null);
    this.warnings = client.warnings();
  }

  private RestRequest latching(Runnable change) {
    if (error == null) {
      try {
        change.run();
      } catch (IllegalStateException | IllegalArgumentException e) {
        error = e;
      }
    }
    return this;
  }

  /// Puts segments after the prefix and before the resource.
  public RestRequest prefix(String... segments) {
    return latching(() -> path.prefix(segments));
  }

  /// Puts segments after everything else.
  public RestRequest suffix(String... segments) {
    return latching(() -> path.suffix(segments));
  }

  /// Replaces the prefix; the path of the server's own address stays.
  public RestRequest absPath(String... segments) {
    return latching(() -> path.absPath(segments));
  }

  /// Replaces the path and all parameters; the path of the server's own address stays in front.
  public RestRequest requestUri(String uri) {
    return latching(() -> path.requestUri(uri));
  }

  /// Replaces the path, that of the server's address included, and all parameters: for addresses
  /// that the server itself gave.
  RestRequest wholeUri(String uri) {
    return latching(() -> path.wholeUri(uri));
  }

  /// Sets the resource, such as `pods`; once.
  public RestRequest resource(String resource) {
    return latching(() -> path.resource(resource));
  }

  /// Sets the name of the object; once, and not empty.
  public RestRequest name(String name) {
    return latching(() -> path.name(name));
  }

  /// Sets the subresource, such as `status`; once.
  public RestRequest subResource(String... segments) {
    return latching(() -> path.subresource(segments));
  }

  /// Sets the namespace; once. Empty means all namespaces.
  public RestRequest namespace(String namespace) {
    return latching(() -> path.namespace(namespace));
  }

  /// Sets the namespace when the resource has one.
  public RestRequest namespaceIfScoped(String namespace, boolean scoped) {
    return scoped ? namespace(namespace) : this;
  }

  /// Adds a query parameter.
  public RestRequest param(String name, String value) {
    return latching(() -> path.parameter(name, value));
  }

  /// Adds the query parameters of an options object; empty ones are left out.
  ///
  /// In Go: {@index VersionedParams}, {@index SpecificallyVersionedParams}.
  public RestRequest params(QueryParameters options) {
    BiConsumer<String, String> add =
        (name, value) -> {
          if (!value.isEmpty()) {
            path.parameter(name, value);
          }
        };
    return latching(() -> options.write(add));
  }

  /// Sets a header; earlier values of it are gone.
  public RestRequest setHeader(String name, String... values) {
    return latching(() -> headers = headers.with(name, values));
  }

  /// Sets the body.
  public RestRequest body(byte @Nullable [] bytes) {
    return held(bytes == null ? null : bytes.clone());
  }

  private RestRequest held(byte @Nullable [] own) {
    body = own;
    bodyIsStream = false;
    return this;
  }

  /// Sets the body from a stream, which is read when the request is carried out; such a request is
  /// never tried again.
  public RestRequest body(InputStream stream) {
    return latching(
        () -> {
          try {
            body = stream.readAllBytes();
            bodyIsStream = true;
          } catch (IOException e) {
            throw new IllegalArgumentException("the body could not be read", e);
          }
        });
  }

  /// Sets the body to an object; null = no body. In whatever format carries the fields that this
  /// program's type does not know, in protobuf where both do.
  public <T extends KubernetesObject> RestRequest body(@Nullable T object, Kind<T> kind) {
    if (object == null) {
      return this;
    }
    Codec.Encoded whole = Codec.of(kind).encodeWhole(object);
    return setHeader("Content-Type", whole.format().contentType()).body(whole.bytes());
  }

  /// Sets the body.
  public RestRequest body(Bytes bytes) {
    return held(bytes.toByteArray());
  }

  /// Limits the whole call: connecting, writing, reading the response with its body, and retries
  /// with their pauses; the server gets the limit too. Of a watch and a stream it limits the
  /// opening. Zero = no limit; without it the [RequestTimeouts] of the configuration apply. The
  /// last one counts.
  public RestRequest timeout(Duration limit) {
    return latching(
        () -> {
          if (limit.isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative, got " + limit);
          }
          timeout = CallLimit.isNone(limit) ? Duration.ZERO : limit;
          path.timeout(timeout.isZero() ? "" : inGo(timeout));
        });
  }

  private static String inGo(Duration limit) {
    boolean whole = limit.toMillis() % 1000 == 0 && limit.toMillis() > 0;
    return whole ? limit.toSeconds() + "s" : Math.max(1, limit.toMillis()) + "ms";
  }

  /// How often a failed request is tried again at most; a negative number counts as 0.
  public RestRequest maxRetries(int retries) {
    maxRetries = Math.max(0, retries);
    return this;
  }

  /// Waits as this manager says.
  public RestRequest backOff(HostBackoff manager) {
    backoff = manager;
    return this;
  }

  /// Waits for this limiter instead of the client's.
  public RestRequest throttle(RateLimiter changed) {
    limiter = changed;
    return this;
  }

  /// Hands warnings to this handler instead of the client's.
  public RestRequest warningHandler(WarningHandler handler) {
    warnings = handler;
    return this;
  }

  /// The verb.
  public String verb() {
    return verb;
  }

  /// The address as it is now.
  public String url() {
    var server = client.config().server();
    return server.getScheme() + "://" + server.getRawAuthority() + path.target();
  }

  /// The first mistake made so far.
  public Optional<RuntimeException> error() {
    return Optional.ofNullable(error);
  }

  /// Carries the request out and reads the whole answer. A failure that the server reports is an
  /// exception.
  ///
  /// In Go: {@index Do}.
  public RestResult execute() {
    try (RestExchange exchange = open(RetryPolicy.Call.PLAIN, Duration.ZERO)) {
      return exchange.result();
    }
  }

  /// Carries the request out and gives the bytes of the answer.
  ///
  /// In Go: {@index DoRaw}.
  public byte[] executeRaw() {
    return execute().raw();
  }

  /// Carries the request out and gives the body as it arrives (logs). Close it.
  ///
  /// In Go: {@index Stream}.
  public InputStream stream() {
    return open(RetryPolicy.Call.STREAM, Duration.ZERO).asStream();
  }

  /// Carries the request out and gives the events as they arrive. Close it.
  ///
  /// @param silence how long the server may stay silent before the connection counts as dead
  public <T extends KubernetesObject> WatchStream<T> watch(Codec<T> codec, Duration silence) {
    return watch(codec, silence, Duration.ZERO);
  }

  /// @param lifetime how long the watch may be open, whatever arrives; zero = no limit
  <T extends KubernetesObject> WatchStream<T> watch(
      Codec<T> codec, Duration silence, Duration lifetime) {
    accept(codec.kind());
    return new HttpWatchStream<>(open(RetryPolicy.Call.WATCH, silence, lifetime), codec);
  }

  /// Carries the request out and switches its connection to another protocol, such as `websocket`.
  /// The limit of the call ends with the switch. Never tried again after a failed connection, since
  /// the server may have acted on it. Close it.
  ///
  /// @throws ApiException when the server refuses the request or the switch
  public UpgradedConnection upgrade(String protocol) {
    return setHeader("Connection", "Upgrade")
        .setHeader("Upgrade", protocol)
        .open(RetryPolicy.Call.UPGRADE, Duration.ZERO)
        .upgraded();
  }

  /// Asks for the formats that this kind can be read from.
  <T extends KubernetesObject> RestRequest accept(Kind<T> kind) {
    return headers.first("Accept").isPresent() ? this : setHeader("Accept", acceptFor(kind));
  }

  static String acceptFor(Kind<?> kind) {
    List<String> types =
        kind.hasProtobuf()
            ? List.of(Format.PROTOBUF.contentType(), Format.JSON.contentType())
            : List.of(Format.JSON.contentType());
    return String.join(", ", types);
  }

  /// Carries the request out up to the head of an answer that is no failure.
  RestExchange open(RetryPolicy.Call call, Duration silence) {
    return open(call, silence, Duration.ZERO);
  }

  private RestExchange open(RetryPolicy.Call call, Duration silence, Duration lifetime) {
    if (error == null) {
      latching(() -> path.requireSensibleNamespace(verb));
    }
    if (error != null) {
      throw new IllegalStateException(
          verb + " " + path.subject() + ": " + error.getMessage(), error);
    }
    boolean longRunning = call != RetryPolicy.Call.PLAIN;
    Headers all = headers;
    if (all.first("Accept").isEmpty()) {
      all = all.with("Accept", "application/json, */*");
    }
    if (body != null && all.first("Content-Type").isEmpty()) {
      all = all.with("Content-Type", Format.JSON.contentType());
    }
    Headers complete = all;
    Transport.Request request =
        Transport.Request.of(verb, path.target())
            .with(
                r ->
                    r.headers(complete)
                        .body(body)
                        .readTimeout(silence)
                        .longRunning(longRunning)
                        .streamTimeout(lifetime));
    int retries = bodyIsStream ? 0 : maxRetries;
    return new RestAttempts(
            client,
            call,
            limiter,
            backoff,
            warnings,
            path.subject(),
            limit(call, lifetime),
            retries)
        .open(request);
  }

  /// The limit of the call, up to the head of the answer to a watch; null = none.
  private @Nullable Duration limit(RetryPolicy.Call call, Duration lifetime) {
    Duration limit = limit(call);
    boolean isShorter = lifetime.isPositive() && (limit == null || lifetime.compareTo(limit) < 0);
    return isShorter ? lifetime : limit;
  }

  private @Nullable Duration limit(RetryPolicy.Call call) {
    RequestTimeouts usual = client.config().timeouts();
    boolean reads = verb.equals("GET") || verb.equals("HEAD");
    Duration byKind =
        !reads
            ? usual.write()
            : call == RetryPolicy.Call.PLAIN && path.isList() ? usual.list() : usual.read();
    Duration limit = timeout != null ? timeout : byKind;
    return limit.isZero() ? null : limit;
  }
}
