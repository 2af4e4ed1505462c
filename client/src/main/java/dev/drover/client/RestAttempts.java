package dev.drover.client;

import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Carries a request out: tries, waits, tries again, and turns failures into exceptions that say
/// what was being done.
final class RestAttempts {
  private static final int MAX_DRAINED = 2048;
  private static final Duration DEFAULT_SILENCE = Duration.ofSeconds(60);

  private final RestClient client;
  private final RetryPolicy.Call call;
  private final @Nullable RateLimiter limiter;
  private final BackoffManager backoff;
  private final WarningHandler warnings;
  private final String subject;
  private final @Nullable Duration timeout;
  private final int maxRetries;
  private final String host;
  private int retries;
  private String before = ""; // how the attempt before failed

  RestAttempts(
      RestClient client,
      RetryPolicy.Call call,
      @Nullable RateLimiter limiter,
      BackoffManager backoff,
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

  /// The exchange behind the first answer that is no failure.
  RestExchange open(Transport.Request request) {
    long start = System.nanoTime();
    String what = request.method().toLowerCase(Locale.ROOT) + " " + subject;
    while (true) {
      try {
        waitForTurn();
        Instant sent = client.config().clock().instant();
        Transport.Response response = client.transport().send(prepared(request, start));
        if (response.status() == 401) {
          client.config().credentials().rejected(sent);
        }
        backoff.update(host, response.status());
        Optional<Duration> again =
            retries < maxRetries
                ? RetryPolicy.afterAnswer(response.status(), response.headers())
                : Optional.empty();
        if (again.isEmpty()) {
          return succeeded(what, response);
        }
        before = "the server answered " + response.status();
        drain(response);
        retryAfter(again.get());
      } catch (IOException e) {
        backoff.update(host, 0);
        Optional<Duration> again =
            retries < maxRetries
                ? RetryPolicy.afterFailure(call, request.method(), e)
                : Optional.empty();
        if (again.isEmpty()) {
          throw failed(what, e);
        }
        before = String.valueOf(e.getMessage());
        retryAfterFailure(what, again.get());
      } catch (InterruptedException e) {
        throw interrupted(what, e);
      }
    }
  }

  /// A watch is not held back on its first try: it is long-lived, and holding it back would only
  /// make caches stale.
  private void waitForTurn() throws InterruptedException {
    if (limiter != null && (call != RetryPolicy.Call.WATCH || retries > 0)) {
      limiter.acquire();
    }
    client.pause(backoff.delay(host));
  }

  private void retryAfter(Duration delay) throws InterruptedException {
    retries++;
    Duration wait = backoff.delay(host);
    client.pause(delay.compareTo(wait) > 0 ? delay : wait);
  }

  private void retryAfterFailure(String what, Duration delay) {
    try {
      retryAfter(delay);
    } catch (InterruptedException e) {
      throw interrupted(what, e);
    }
  }

  private Transport.Request prepared(Transport.Request request, long start) throws IOException {
    ClientConfig config = client.config();
    Headers headers = request.headers();
    if (headers.first("User-Agent").isEmpty()) {
      headers = headers.with("User-Agent", config.userAgent());
    }
    Headers[] all = {headers};
    if (headers.first("Authorization").isEmpty()) {
      config.credentials().apply((name, value) -> all[0] = all[0].plus(name, value));
    }
    return new Transport.Request(
        request.method(),
        request.target(),
        all[0],
        request.body(),
        silence(request.timeout(), start),
        request.longRunning());
  }

  /// How long this attempt may stay silent: what is left of the whole call's limit counts too.
  private Duration silence(Duration asked, long start) throws IOException {
    Duration silence = asked.isZero() && call == RetryPolicy.Call.PLAIN ? DEFAULT_SILENCE : asked;
    if (timeout == null) {
      return silence;
    }
    Duration left = timeout.minusNanos(System.nanoTime() - start);
    if (!left.isPositive()) {
      throw new SocketTimeoutException("no answer within " + timeout);
    }
    return silence.isZero() || left.compareTo(silence) < 0 ? left : silence;
  }

  private RestExchange succeeded(String what, Transport.Response response) {
    for (Warning warning : Warning.of(response.headers())) {
      warnings.warn(warning);
    }
    if (response.status() >= 200 && response.status() < 300) {
      return new RestExchange(this, what, response);
    }
    try (response) {
      throw ApiException.of(what, statusOf(response));
    } catch (IOException e) {
      throw failed(what, e);
    }
  }

  /// The server's status, or one made from whatever it sent.
  private Status statusOf(Transport.Response response) throws IOException {
    byte[] body = response.body().readNBytes(1 << 20);
    String type = response.headers().first("Content-Type").orElse("");
    try {
      Status status = Status.TYPE.decode(body, Format.ofContentType(type));
      if (status.isFailure()) {
        return status.code() == 0 ? status.with(s -> s.code(response.status())) : status;
      }
    } catch (DecodeException e) {
      before =
          String.valueOf(
              e.getMessage()); // not a status: a proxy's page, perhaps; its text is shown below
    }
    String text =
        new String(body, 0, Math.min(body.length, MAX_DRAINED), StandardCharsets.UTF_8).strip();
    return Status.builder()
        .status("Failure")
        .code(response.status())
        .message("the server answered " + response.status() + (text.isEmpty() ? "" : ": " + text))
        .build();
  }

  /// A short rest of the body is read, so that the connection can be used again.
  private static void drain(Transport.Response response) throws IOException {
    try (response) {
      InputStream body = response.body();
      body.readNBytes(MAX_DRAINED);
    }
  }

  KubernetesException failed(String what, IOException e) {
    if (e instanceof InterruptedIOException && Thread.currentThread().isInterrupted()) {
      return new RequestInterruptedException(what + ": interrupted", e);
    }
    ClientConfig config = client.config();
    String reason =
        switch (e) {
          case UnknownHostException unknown -> "no such host: " + config.server().getHost();
          case ConnectException refused ->
              "cannot connect to " + host + " (" + refused.getMessage() + ")";
          case SocketTimeoutException late ->
              "no answer from " + host + " in time (" + late.getMessage() + ")";
          case SSLException tls ->
              "no secure connection to "
                  + host
                  + ": "
                  + tls.getMessage()
                  + "; trusted is "
                  + config.tls().describeTrust();
          default -> host + ": " + Objects.toString(e.getMessage(), e.getClass().getSimpleName());
        };
    return new RequestFailedException(
        what
            + ": "
            + reason
            + "; the server is from "
            + config.source()
            + (before.isEmpty()
                ? ""
                : "; tried " + (retries + 1) + " times, before that: " + before),
        e);
  }

  private static RequestInterruptedException interrupted(String what, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new RequestInterruptedException(what + ": interrupted", e);
  }
}
