package dev.drover.runtime.webhook;

import dev.drover.api.Bytes;
import dev.drover.api.GroupKind;
import dev.drover.api.crd.ConversionWebhook;
import dev.drover.client.TimeSource;
import dev.drover.runtime.Component;
import dev.drover.runtime.ControllerObserver;
import dev.drover.runtime.http.Authorities;
import dev.drover.runtime.http.HttpListener;
import dev.drover.runtime.http.HttpRequest;
import dev.drover.runtime.http.HttpResponse;
import dev.drover.runtime.http.ServingCertificate;
import dev.drover.runtime.internal.GuardedObserver;
import java.io.IOException;
import java.net.BindException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves webhooks to API servers, over TLS. A [dev.drover.runtime.Manager] has one; without a
/// manager:
///
/// ```java
/// var server = WebhookServer.of(WebhookOptions.defaults().with(o -> o.port(8443)));
/// server.serve(Webhook.validate(Icecream.class, this::validate));
/// server.start();
/// ```
///
/// A review that cannot be read is answered with a denial, never with an HTTP error: on an error
/// the API server applies the webhook's `failurePolicy`, so `Ignore` would admit the object. Any
/// number of threads.
///
/// In Go: {@index webhook.Server}, {@index webhook.NewServer}.
public final class WebhookServer implements Component {
  /// Two objects of up to 3 MiB, the old one and the new one, and the rest of the review.
  static final int MAX_BODY = 7 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(WebhookServer.class);

  private final WebhookOptions options;
  private final TimeSource time;
  private final ControllerObserver observer;
  private final Map<String, Webhook<?>> webhooks = new LinkedHashMap<>(); // guarded by this
  private final Map<GroupKind, Conversion<?>> conversions = new LinkedHashMap<>(); // by this
  private @Nullable HttpListener listener; // guarded by this

  /// A server that has no webhooks yet.
  public static WebhookServer of(WebhookOptions options) {
    return new WebhookServer(options, TimeSource.system(), ControllerObserver.NONE);
  }

  /// A server that has no webhooks yet.
  ///
  /// @param time limits reviews and connections
  /// @param observer receives what happens, for metrics
  public WebhookServer(WebhookOptions options, TimeSource time, ControllerObserver observer) {
    this.options = options;
    this.time = time;
    this.observer = GuardedObserver.of(observer);
  }

  /// Adds webhooks, also while the server runs.
  ///
  /// @throws IllegalStateException if two have the same path
  public synchronized void serve(Webhook<?>... more) {
    for (Webhook<?> webhook : more) {
      if (webhooks.putIfAbsent(webhook.path(), webhook) != null) {
        throw new IllegalStateException(
            "there are two webhooks at " + webhook.path() + ": call .at(...) on one of them");
      }
      observer.webhookAdded(webhook.path());
    }
  }

  /// Adds conversions, also while the server runs. All are served at [ConversionWebhook#PATH].
  ///
  /// @throws IllegalStateException if two are of one kind
  public synchronized void serve(Conversion<?>... more) {
    for (Conversion<?> conversion : more) {
      if (conversions.putIfAbsent(conversion.groupKind(), conversion) != null) {
        throw new IllegalStateException(
            "there are two conversions of %s: call spoke(...) on one of them"
                .formatted(conversion.groupKind()));
      }
      if (conversions.size() == 1) {
        observer.webhookAdded(ConversionWebhook.PATH);
      }
    }
  }

  private synchronized @Nullable Conversion<?> conversionOf(GroupKind kind) {
    return conversions.get(kind);
  }

  private synchronized boolean hasConversions() {
    return !conversions.isEmpty();
  }

  /// The certificate authority that a server needs to trust this one, in PEM: `ca.crt` in the
  /// folder of the certificate, or the last certificate of the chain.
  ///
  /// @throws IOException when a file cannot be read
  public String authorityPem() throws IOException {
    return options.authorityPem();
  }

  @Override
  public String name() {
    return "webhooks on " + options.address();
  }

  @Override
  public synchronized void start() throws IOException, GeneralSecurityException {
    HttpListener made = listen(settings());
    listener = made;
    List<String> paths = new ArrayList<>(webhooks.keySet());
    if (!conversions.isEmpty()) {
      paths.add(ConversionWebhook.PATH);
    }
    LOG.info("Serving webhooks on port {}: {}", made.port(), String.join(", ", paths));
  }

  private HttpListener listen(HttpListener.Settings settings) throws IOException {
    try {
      return HttpListener.start(settings);
    } catch (BindException e) {
      throw new IOException(
          "%s. Another process has port %d: end it, or choose another with ManagerOptions.webhooks(w -> w.port(...))"
              .formatted(e.getMessage(), options.address().getPort()),
          e);
    }
  }

  private HttpListener.Settings settings() throws GeneralSecurityException {
    ServingCertificate certificate =
        new ServingCertificate(options.certificates(), time, observer::certificateRead);
    return new HttpListener.Settings(
        "webhook",
        options.address(),
        certificate.tls(options.clientAuthority().map(Authorities::ofFile).orElse(List.of())),
        options.limits(),
        MAX_BODY,
        time,
        this::handle);
  }

  /// The port it listens on; empty if it does not.
  public synchronized OptionalInt port() {
    return listener == null ? OptionalInt.empty() : OptionalInt.of(listener.port());
  }

  /// Passes if the server listens, or has no webhooks.
  ///
  /// In Go: {@index webhook.Server.StartedChecker}.
  public synchronized void checkReady() {
    if (!(webhooks.isEmpty() && conversions.isEmpty()) && listener == null) {
      throw new IllegalStateException("the webhook server does not listen yet");
    }
  }

  private HttpResponse handle(HttpRequest request) {
    String path = request.path();
    Webhook<?> webhook = webhookAt(path);
    if (webhook == null && !(path.equals(ConversionWebhook.PATH) && hasConversions())) {
      return HttpResponse.text(404, "there is no webhook at this path\n");
    }
    observer.webhookStarted(path);
    long begin = time.nanoTime();
    int code = 500;
    try {
      HttpResponse response = answer(request, webhook);
      code = response.code();
      return response;
    } finally {
      observer.webhookEnded(path, code, Duration.ofNanos(time.nanoTime() - begin));
    }
  }

  private synchronized @Nullable Webhook<?> webhookAt(String path) {
    return webhooks.get(path);
  }

  private HttpResponse answer(HttpRequest request, @Nullable Webhook<?> webhook) {
    if (!request.method().equals("POST")) {
      return HttpResponse.text(405, "a review is sent by POST\n").withHeader("Allow", "POST");
    }
    byte[] review =
        webhook == null
            ? new ConversionHandler(this::conversionOf, options.timeout(), time).review(request)
            : new ReviewHandler<>(webhook, options.timeout(), time, observer).review(request);
    return HttpResponse.of(200, "application/json", Bytes.of(review));
  }

  /// Stops listening; reviews that have begun have the grace period.
  @Override
  public void stop(Duration grace) {
    HttpListener stopping;
    synchronized (this) {
      stopping = listener;
      listener = null;
    }
    if (stopping != null) {
      stopping.stop(grace);
    }
  }
}
