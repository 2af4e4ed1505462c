package dev.drover.client;

import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.Status;
import dev.drover.api.StatusDetails;
import dev.drover.api.text.PrintableText;
import dev.drover.api.text.Troubleshooting;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries a request out: tries, waits, tries again, and turns failures into exceptions that say
/// what was being done.
final class RestAttempts {
  private static final Logger LOG = LoggerFactory.getLogger("dev.drover.client.requests");
  private static final int MAX_DRAINED = 2048;

  /// How an API server answers for a path that it does not serve, such as that of an unknown kind.
  private static final String NO_SUCH_PATH = "404 page not found";

  private static final Duration DEFAULT_SILENCE = Duration.ofSeconds(60);

  private final RestClient client;
  private final RetryPolicy.Call call;
  private final @Nullable RateLimiter limiter;
  private final HostBackoff backoff;
  private final WarningHandler warnings;
  private final String subject;
  private final @Nullable Duration timeout;
  private final int maxRetries;
  private final String host;
  private long start;
  private int retries;
  private String before = ""; // how the attempt before failed
  private String[] secrets = {}; // that the last attempt sent
  private Transport.@Nullable Request last; // attempt
  private String method = "";
  private boolean completed; // the observer knows

  RestAttempts(
      RestClient client,
      RetryPolicy.Call call,
      @Nullable RateLimiter limiter,
      HostBackoff backoff,
      WarningHandler warnings,
      String subject,
      @Nullable Duration timeout,
      int maxRetries) {
    this.client = client;
    this.call = call;
    this.limiter = limiter;
    this.backoff = backoff;
    this.warnings = warnings;
    this.subject = subject;
    this.timeout = timeout;
    this.maxRetries = maxRetries;
    this.host = client.config().server().getRawAuthority();
  }

  /// The exchange of the first answer that is no failure.
  RestExchange open(Transport.Request request) {
    String what = request.method().toLowerCase(Locale.ROOT) + " " + subject;
    method = request.method();
    boolean isOpen = false;
    try {
      if (call != RetryPolicy.Call.WATCH) {
        // A watch is not held back on its first try: it is long-lived, and holding it back would
        // only make caches stale.
        waitForTurn();
      }
      start = System.nanoTime(); // being held back does not count
      client.pause(backoff.delay(host));
      while (true) {
        Duration wait;
        try {
          Transport.Response response = send(request);
          Optional<Duration> again =
              again(RetryPolicy.afterAnswer(response.status(), response.headers()));
          if (again.isEmpty()) {
            RestExchange exchange = succeeded(what, response);
            isOpen = true;
            return exchange;
          }
          before = "the server answered " + response.status();
          drain(response);
          wait = again.get();
        } catch (IOException e) {
          backoff.update(host, 0);
          Optional<Duration> again = again(RetryPolicy.afterFailure(call, request.method(), e));
          if (again.isEmpty()) {
            throw failed(what, e);
          }
          before = messageOf(e);
          wait = again.get();
        }
        retries++;
        client.pause(wait);
        waitForTurn();
      }
    } catch (InterruptedException e) {
      throw interrupted(what, e);
    } finally {
      if (!isOpen || !isPlain()) {
        completed();
      }
    }
  }

  private boolean isPlain() {
    return call == RetryPolicy.Call.PLAIN;
  }

  /// The call has ended, with its body if that is no stream.
  void completed() {
    if (!completed && start != 0) { // else interrupted before it began
      completed = true;
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      tell(observer -> observer.completed(method, host, took));
    }
  }

  /// The body of a response was read.
  void received(long bytes) {
    if (isPlain()) {
      tell(observer -> observer.received(method, host, bytes));
    }
  }

  private void waitForTurn() throws InterruptedException {
    if (limiter != null) {
      long begun = System.nanoTime();
      limiter.acquire();
      Duration time = Duration.ofNanos(System.nanoTime() - begun);
      tell(observer -> observer.waited(method, host, time));
    }
  }

  private Transport.Response send(Transport.Request request) throws IOException {
    Transport.Request prepared = prepared(request);
    long sent = client.config().clock().nanoTime();
    Transport.Response response = observed(prepared);
    if (response.status() == 401) {
      client.config().credentials().rejected(sent);
    }
    backoff.update(host, response.status());
    return response;
  }

  private Transport.Response observed(Transport.Request prepared) throws IOException {
    last = prepared;
    long begun = System.nanoTime();
    int code = 0;
    Headers answered = Headers.EMPTY;
    try {
      Transport.Response response = client.transport().send(prepared);
      code = response.status();
      answered = response.headers();
      return response;
    } finally {
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      if (LOG.isDebugEnabled()) {
        // Redacted: a proxy may send credentials back in any header.
        LOG.debug(redacted(RequestText.line(client.config(), prepared, code, answered, took)));
      }
      observe(new RequestObserver.Ended(method, host, code, took), prepared.body());
    }
  }

  private void observe(RequestObserver.Ended ended, byte @Nullable [] body) {
    tell(observer -> observer.ended(ended));
    if (retries > 0) {
      tell(observer -> observer.retried(ended));
    }
    if (isPlain()) {
      tell(observer -> observer.sent(method, host, body == null ? 0 : body.length));
    }
  }

  private void tell(Consumer<RequestObserver> what) {
    RequestObserver observer = client.config().requestObserver();
    if (observer == RequestObserver.NONE) {
      return;
    }
    try {
      what.accept(observer);
    } catch (RuntimeException e) {
      LoggerFactory.getLogger(RequestObserver.class)
          .warn("request observer: failed for a {} request", method, e);
    }
  }

  /// How long to wait for the next try; empty when there is none, or no time for it.
  private Optional<Duration> again(Optional<Duration> asked) {
    if (asked.isEmpty() || retries >= maxRetries) {
      return Optional.empty();
    }
    Duration manager = backoff.delay(host);
    Duration wait = asked.get().compareTo(manager) > 0 ? asked.get() : manager;
    return timeout != null && wait.compareTo(left(timeout)) >= 0
        ? Optional.empty()
        : Optional.of(wait);
  }

  private Duration left(Duration limit) {
    return limit.minusNanos(System.nanoTime() - start);
  }

  private Transport.Request prepared(Transport.Request request) throws IOException {
    ClientConfig config = client.config();
    Duration callTimeout = callTimeout();
    Headers given = request.headers();
    Headers[] all = {given};
    if (given.first("User-Agent").isEmpty()) {
      all[0] = given.with("User-Agent", client.userAgent());
    }
    try {
      config
          .credentials()
          .apply(
              (name, value) -> {
                if (!isReplaced(name, given)) {
                  all[0] = all[0].plus(name, value);
                }
              });
    } catch (ConfigException e) {
      throw new ConfigException(Troubleshooting.REFUSED.in(String.valueOf(e.getMessage())), e);
    }
    secrets = secrets(all[0]);
    return request.with(
        r -> r.headers(all[0]).readTimeout(readTimeout(request)).callTimeout(callTimeout));
  }

  /// What must not show in messages, even if a proxy sends the request back.
  private static String[] secrets(Headers sent) {
    return sent.all("Authorization").stream()
        .map(value -> value.substring(value.indexOf(' ') + 1))
        .toArray(String[]::new);
  }

  /// Credentials that the caller sets win, header by header: a token of the caller's does not end
  /// the impersonation.
  private static boolean isReplaced(String name, Headers given) {
    return name.startsWith("Impersonate-")
        ? given.first("Impersonate-User").isPresent()
        : given.first(name).isPresent();
  }

  /// The limit of each read of this attempt.
  private Duration readTimeout(Transport.Request request) {
    boolean usual = request.readTimeout().isZero() && call == RetryPolicy.Call.PLAIN;
    return usual ? DEFAULT_SILENCE : request.readTimeout();
  }

  /// What this attempt may take: what is left for the call.
  private Duration callTimeout() throws IOException {
    if (timeout == null) {
      return Duration.ZERO;
    }
    Duration left = left(timeout);
    if (!left.isPositive()) {
      throw new SocketTimeoutException("no answer within " + seconds(timeout));
    }
    return left;
  }

  static String seconds(Duration duration) {
    return duration.toMillis() < 1000
        ? duration.toMillis() + " ms"
        : duration.toMillis() % 1000 == 0
            ? duration.toSeconds() + " s"
            : duration.toMillis() / 1000.0 + " s";
  }

  private RestExchange succeeded(String what, Transport.Response response) {
    try {
      Warning.of(response.headers()).stream()
          .map(warning -> warning.redacted(secrets))
          .forEach(warnings::warn);
    } catch (RuntimeException | Error e) {
      response.close();
      throw e;
    }
    if (call == RetryPolicy.Call.UPGRADE ? response.status() == 101 : isSuccess(response)) {
      return new RestExchange(this, what, response);
    }
    try (response) {
      String tries = retries == 0 ? "" : " (tried " + (retries + 1) + " times)";
      throw about(ApiException.of(what + tries, redacted(statusOf(response))));
    } catch (IOException e) {
      throw failed(what, e);
    }
  }

  private static boolean isSuccess(Transport.Response response) {
    return response.status() >= 200 && response.status() < 300;
  }

  /// The server's status, or one made from whatever it sent.
  private Status statusOf(Transport.Response response) throws IOException {
    byte[] body = response.body().readNBytes(1 << 20);
    received(body.length);
    String type = response.headers().first("Content-Type").orElse("");
    try {
      Status status = Status.TYPE.decode(body, Format.ofContentType(type));
      if (status.isFailure()) {
        return later(
            status.code() == 0 ? status.with(s -> s.code(response.status())) : status, response);
      }
    } catch (DecodeException e) {
      before =
          String.valueOf(
              e.getMessage()); // not a status: a proxy's page, perhaps; its text is shown below
    }
    String text = redacted(new String(body, StandardCharsets.UTF_8).strip());
    text = text.length() > MAX_DRAINED ? text.substring(0, MAX_DRAINED) : text;
    if (text.equals(NO_SUCH_PATH)) {
      text += "; " + RestMapper.NEEDS_DEFINITION;
    }
    return later(
        Status.builder()
            .status("Failure")
            .code(response.status())
            .message(
                "the server answered " + response.status() + (text.isEmpty() ? "" : ": " + text))
            .build(),
        response);
  }

  private Status redacted(Status status) {
    String message = status.message();
    String shown = message == null ? null : redacted(message);
    return Objects.equals(shown, message) ? status : status.with(s -> s.message(shown));
  }

  private String redacted(String text) {
    return PrintableText.redacted(text, secrets);
  }

  /// When to come back may be said by the status or by a header only.
  private static Status later(Status status, Transport.Response response) {
    OptionalLong seconds = RetryPolicy.retryAfter(response.headers());
    StatusDetails details = status.details();
    if (seconds.isEmpty() || (details != null && details.retryAfterSeconds() > 0)) {
      return status;
    }
    StatusDetails.Builder said = details == null ? StatusDetails.builder() : details.toBuilder();
    return status.with(s -> s.details(said.retryAfterSeconds((int) seconds.getAsLong()).build()));
  }

  /// A short rest of the body is read, so that the connection can be used again.
  private void drain(Transport.Response response) {
    try (response) {
      InputStream body = response.body();
      if (body.readNBytes(MAX_DRAINED).length < MAX_DRAINED) {
        return;
      }
      body.read(); // may be the end
    } catch (IOException e) {
      before += ", and then: " + e.getMessage(); // the answer counts, not its body
    }
  }

  ResponseLimits limits() {
    return client.config().limits();
  }

  KubernetesException failed(String what, IOException e) {
    if (e instanceof InterruptedIOException && Thread.currentThread().isInterrupted()) {
      return new RequestInterruptedException(what + ": interrupted", e);
    }
    ClientConfig config = client.config();
    String reason =
        switch (e) {
          case LimitedBody.TooLarge large -> String.valueOf(large.getMessage());
          case UnknownHostException unknown -> "no such host: " + config.server().getHost();
          case ConnectException refused ->
              "cannot connect to " + host + " (" + messageOf(refused) + ")";
          case SocketTimeoutException late ->
              "no answer from " + host + " in time (" + messageOf(late) + limitOfCall() + ")";
          case SSLException tls ->
              "no secure connection to "
                  + host
                  + ": "
                  + messageOf(tls)
                  + "; trusted is "
                  + config.tls().describeTrust();
          default -> host + ": " + messageOf(e);
        };
    return about(
        new RequestFailedException(
            redacted(
                what
                    + ": "
                    + reason
                    + "; the server is from "
                    + config.source()
                    + (before.isEmpty()
                        ? ""
                        : "; tried " + (retries + 1) + " times, before that: " + before)),
            e));
  }

  /// The exception, which knows the request.
  private <E extends KubernetesException> E about(E exception) {
    Transport.Request sent = last;
    if (sent != null) {
      exception.request(redacted(RequestText.curl(client.config(), sent)));
    }
    return exception;
  }

  private String limitOfCall() {
    return timeout == null || left(timeout).isPositive()
        ? ""
        : "; the call may take " + seconds(timeout);
  }

  private static String messageOf(IOException e) {
    return Objects.toString(e.getMessage(), e.getClass().getSimpleName());
  }

  private static RequestInterruptedException interrupted(String what, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new RequestInterruptedException(what + ": interrupted", e);
  }
}
