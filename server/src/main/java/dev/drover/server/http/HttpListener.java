package dev.drover.server.http;

import dev.drover.server.Limits;
import dev.drover.server.audit.AuditLog;
import dev.drover.server.core.Endpoint;
import dev.drover.server.metrics.RequestMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.IntConsumer;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/// Listens for HTTPS requests, HTTP/1.1 and HTTP/2, and serves each on a virtual thread.
public final class HttpListener implements AutoCloseable {
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration DRAIN = Duration.ofSeconds(2);
  private static final Duration IDLE_THREAD = Duration.ofMinutes(1);
  private static final Duration NEVER = Duration.ofDays(365);

  private final Server jetty;
  private final ServerConnector connector;
  private final PlatformThreads threads;
  private final ExecutorService timer;
  private final ExecutorService workers;
  private final OpenStreams streams;
  private final InFlightRequests underWay;

  private HttpListener(
      Server jetty,
      ServerConnector connector,
      PlatformThreads threads,
      ExecutorService timer,
      ExecutorService workers,
      OpenStreams streams,
      InFlightRequests underWay) {
    this.jetty = jetty;
    this.connector = connector;
    this.threads = threads;
    this.timer = timer;
    this.workers = workers;
    this.streams = streams;
    this.underWay = underWay;
  }

  /// What to listen for.
  ///
  /// @param address where; port 0 is any free one
  /// @param tls with the server's certificate; must not refuse certificates of clients, which the
  ///   gate looks at
  /// @param representation how answers are written
  /// @param opened receives the port before the first request is served
  public record Settings(
      InetSocketAddress address,
      SSLContext tls,
      Limits limits,
      RequestFilter gate,
      Interceptor interceptor,
      Endpoint endpoint,
      RequestMetrics metrics,
      AuditLog audit,
      InstantSource clock,
      Representation representation,
      IntConsumer opened) {}

  /// Starts to listen.
  ///
  /// @throws IOException when the address is not free
  public static HttpListener start(Settings settings) throws IOException {
    OpenStreams streams = new OpenStreams();
    ExecutorService workers =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("drover/server/request-", 0).factory());
    PlatformThreads threads = new PlatformThreads();
    ScheduledExecutorService timer = timer(threads);
    Server jetty = new Server(pool(threads, workers), new ScheduledExecutorScheduler(timer), null);
    ServerConnector connector = connector(jetty, settings);
    jetty.addConnector(connector);
    jetty.addBean(new NetworkConnectionLimit(settings.limits.connections(), connector));
    WebSockets webSockets = WebSockets.of(jetty, workers);
    InFlightRequests underWay = new InFlightRequests();
    HeaderDeadline headers =
        new HeaderDeadline(connector.getScheduler(), settings.limits.headerTime());
    connector.addBean(headers);
    jetty.setHandler(
        new Exchanges(context(settings, streams, webSockets, workers), underWay, headers, workers));
    jetty.setErrorHandler(new PlainErrors());
    jetty.setStopTimeout(0); // streams are ended before; see close
    HttpListener listener =
        new HttpListener(jetty, connector, threads, timer, workers, streams, underWay);
    try {
      connector.open();
      settings.opened.accept(connector.getLocalPort());
      jetty.start();
    } catch (Exception e) {
      listener.close();
      throw new IOException("listen on " + settings.address, e);
    }
    return listener;
  }

  private static Exchange.Context context(
      Settings settings, OpenStreams streams, WebSockets webSockets, Executor workers) {
    return new Exchange.Context(
        settings.gate,
        settings.interceptor,
        settings.endpoint,
        settings.representation,
        streams,
        webSockets,
        settings.metrics,
        settings.audit,
        settings.clock,
        settings.limits.bodyBytes(),
        new BodyBudget(settings.limits.bodyBytesInFlight()),
        new ConcurrencyLimit(settings.limits.readsInFlight(), settings.limits.writesInFlight()),
        workers);
  }

  /// A few platform threads watch the sockets; requests run on virtual ones.
  private static QueuedThreadPool pool(PlatformThreads threads, ExecutorService workers) {
    QueuedThreadPool pool =
        new QueuedThreadPool(8, 2, (int) IDLE_THREAD.toMillis(), 0, null, null, threads);
    pool.setVirtualThreadsExecutor(workers);
    return pool;
  }

  /// Jetty does not end a timer that it was given.
  private static ScheduledExecutorService timer(PlatformThreads threads) {
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, threads);
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  private static ServerConnector connector(Server jetty, Settings settings) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(settings.limits.headerBytes());
    http.setUriCompliance(UriCompliance.UNSAFE); // paths are only ever compared, as they were sent
    http.addCustomizer(new SecureRequestCustomizer(false)); // hands over the client's certificates
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(settings.tls);
    tls.setWantClientAuth(true);
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(http);
    http2.setRateControlFactory(FloodControl.FACTORY);
    http2.setMaxConcurrentStreams(settings.limits.streamsPerConnection());
    http2.setStreamIdleTimeout(NEVER.toMillis()); // 0 would be as short as for connections
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol("http/1.1");
    ServerConnector connector =
        new ServerConnector(
            jetty,
            0, // the selector accepts connections too
            1,
            new TlsDetector(new SslConnectionFactory(tls, alpn.getProtocol())),
            alpn,
            http2,
            new HttpConnectionFactory(http));
    connector.setHost(settings.address.getHostString());
    connector.setPort(settings.address.getPort());
    connector.setIdleTimeout(settings.limits.idle().toMillis());
    return connector;
  }

  /// The port, chosen by the system if it was not by the settings.
  public int port() {
    return connector.getLocalPort();
  }

  /// The answers that are still being written.
  public OpenStreams streams() {
    return streams;
  }

  /// Ends all requests, connections and threads.
  @Override
  public void close() {
    streams.close();
    try {
      underWay.awaitNone(GRACE); // so that streams end, and are not broken off
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // without grace, then
    }
    try {
      jetty.stop();
    } catch (Exception e) {
      throw new IllegalStateException("stop listening", e);
    } finally {
      jetty.destroy();
      endThreads();
    }
  }

  private void endThreads() {
    timer.shutdownNow();
    workers.shutdown();
    try {
      threads.join(DRAIN);
      if (!workers.awaitTermination(DRAIN.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)) {
        workers.shutdownNow();
      }
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /// Hands each request to an exchange.
  private static final class Exchanges extends Handler.Abstract {
    private final Exchange.Context context;
    private final InFlightRequests underWay;
    private final HeaderDeadline headers;
    private final ExecutorService workers;

    Exchanges(
        Exchange.Context context,
        InFlightRequests underWay,
        HeaderDeadline headers,
        ExecutorService workers) {
      this.context = context;
      this.underWay = underWay;
      this.headers = headers;
      this.workers = workers;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Callback completed = Callback.from(headers.received(request), callback);
      Runnable exchange =
          () -> underWay.run(() -> new Exchange(context, request, response, completed).run());
      if (Thread.currentThread().isVirtual()) {
        exchange.run();
      } else { // what comes right after a TLS handshake comes on one of the few platform threads
        workers.execute(exchange);
      }
      return true;
    }
  }
}
