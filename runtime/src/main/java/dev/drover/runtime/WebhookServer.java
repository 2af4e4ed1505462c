package dev.drover.runtime;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.drover.client.Timekeeper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the API server's reviews, over TLS.
///
/// Each request has a virtual thread of its own. Whatever comes in is answered: a connection is
/// never just dropped.
///
/// In Go: {@index webhook.Server}.
final class WebhookServer implements Component {
  /// Two objects of up to 3 MiB, the old one and the new one, and what is around them.
  static final int MAX_BODY = 7 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(WebhookServer.class);

  private final WebhookOptions options;
  private final Timekeeper time;
  private final ControllerObserver observer;
  private final Map<String, Webhook<?>> webhooks = new LinkedHashMap<>(); // guarded by this
  private @Nullable HttpsServer server; // guarded by this
  private @Nullable ExecutorService threads; // guarded by this
  private int busy; // with so many reviews; guarded by this

  WebhookServer(WebhookOptions options, Timekeeper time, ControllerObserver observer) {
    this.options = options;
    this.time = time;
    this.observer = GuardedObserver.of(observer);
  }

  /// Serves some more, also while it runs.
  ///
  /// @return whether these are the first
  /// @throws IllegalStateException when two have the same path
  synchronized boolean serve(List<Webhook<?>> more) {
    boolean isFirst = webhooks.isEmpty() && !more.isEmpty();
    for (Webhook<?> webhook : more) {
      if (webhooks.putIfAbsent(webhook.path(), webhook) != null) {
        throw new IllegalStateException(
            "there are two webhooks at " + webhook.path() + ": call .at(...) on one of them");
      }
      if (server != null) {
        route(server, webhook);
      }
    }
    return isFirst;
  }

  @Override
  public String name() {
    return "webhooks on " + options.address();
  }

  @Override
  public synchronized void start() throws IOException, GeneralSecurityException {
    ServingCertificate certificate = new ServingCertificate(options.certificates(), time);
    HttpsServer made = listen();
    ExecutorService workers =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("drover-webhook-", 0).factory());
    made.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
    made.setExecutor(workers);
    webhooks.values().forEach(webhook -> route(made, webhook));
    made.start();
    server = made;
    threads = workers;
    LOG.info("Serving webhooks on {}: {}", made.getAddress(), String.join(", ", webhooks.keySet()));
  }

  private HttpsServer listen() throws IOException {
    try {
      return HttpsServer.create(options.address(), 0);
    } catch (BindException e) {
      throw new IOException(
          "%s. Another process has port %d: end it, or choose another with ManagerOptions.webhooks(w -> w.port(...))"
              .formatted(e.getMessage(), options.address().getPort()),
          e);
    }
  }

  private void route(HttpsServer to, Webhook<?> webhook) {
    to.createContext(webhook.path(), exchange -> handle(exchange, webhook));
  }

  /// Where it listens; empty when it does not.
  synchronized OptionalInt port() {
    return server == null ? OptionalInt.empty() : OptionalInt.of(server.getAddress().getPort());
  }

  /// Ready is a server that listens, or that has nothing to listen for.
  ///
  /// In Go: {@index webhook.Server.StartedChecker}.
  synchronized void checkReady() {
    if (!webhooks.isEmpty() && server == null) {
      throw new IllegalStateException("the webhooks do not listen yet");
    }
  }

  private void handle(HttpExchange exchange, Webhook<?> webhook) {
    begin();
    observer.webhookStarted(webhook.path());
    long begin = time.nanoTime();
    int code = 500;
    try (exchange) {
      WebhookReply reply = answer(exchange, webhook);
      code = reply.code();
      send(exchange, reply);
    } catch (IOException e) {
      LOG.info("{}: the one who asked is gone: {}", webhook.path(), e.toString());
    } finally {
      Duration took = Duration.ofNanos(time.nanoTime() - begin);
      observer.webhookEnded(webhook.path(), code, took);
      end();
    }
  }

  private synchronized void begin() {
    busy++;
  }

  private synchronized void end() {
    busy--;
    notifyAll();
  }

  private synchronized void awaitIdle(Duration limit) {
    long until = System.nanoTime() + limit.toNanos();
    try {
      for (long left = limit.toNanos(); busy > 0 && left > 0; left = until - System.nanoTime()) {
        wait(left / 1_000_000 + 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // no more patience
    }
  }

  private WebhookReply answer(HttpExchange exchange, Webhook<?> webhook) throws IOException {
    try {
      return reply(exchange, webhook);
    } catch (RuntimeException e) {
      LOG.error("{} could not answer", webhook.path(), e);
      return WebhookReply.text(500, "the review could not be answered: see the log of the webhook");
    }
  }

  private WebhookReply reply(HttpExchange exchange, Webhook<?> webhook) throws IOException {
    if (!exchange.getRequestURI().getPath().equals(webhook.path())) {
      return WebhookReply.text(404, "there is no webhook here; the next one is " + webhook.path());
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      return WebhookReply.text(405, "a review comes by POST");
    }
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      return WebhookReply.text(415, "a review is application/json, not " + type);
    }
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
    if (body.length > MAX_BODY) {
      discard(exchange.getRequestBody());
      return WebhookReply.text(413, "the review is larger than " + MAX_BODY + " bytes");
    }
    String query = exchange.getRequestURI().getQuery();
    return new Reviewer<>(webhook, options.timeout(), time, observer).review(body, query);
  }

  /// Who is still sending does not read: so much is taken in that most get to see the answer.
  private static void discard(InputStream in) throws IOException {
    long _ = in.skip(MAX_BODY);
  }

  private static void send(HttpExchange exchange, WebhookReply reply) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", reply.contentType());
    byte[] body = reply.body().toByteArray();
    exchange.sendResponseHeaders(reply.code(), body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  /// What has begun may end; then nobody is listened to. The JDK's server itself would wait for
  /// connections, too, on which nobody has asked anything yet.
  @Override
  public void stop(Duration grace) {
    HttpsServer stopping;
    ExecutorService ending;
    synchronized (this) {
      stopping = server;
      ending = threads;
      server = null;
    }
    awaitIdle(grace);
    if (stopping != null) {
      stopping.stop(0);
    }
    if (ending != null) {
      ending.shutdownNow();
    }
  }
}
