package dev.drover.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// HTTP/2 by the JDK's client: all requests share one connection.
///
/// Fewer connections than [SocketTransport], for the price of more CPU per byte and of the server's
/// limit on streams (100 for each connection of kube-apiserver): a poor choice for many watches, a
/// good one for networks with a proxy that counts connections. See docs/decisions.
final class Http2Transport implements Transport {
  private final ClientConfig config;
  private final ProxySelector proxy;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable HttpClient client;
  private long generation = -1;
  private boolean closed;
  private final ServerCheck check;

  Http2Transport(ClientConfig config) {
    if (!config.tls().verifiesHostname()
        || !config.tls().serverName().equals(config.server().getHost())) {
      throw new IllegalArgumentException(
          "HTTP/2 always checks the server's own name: insecure-skip-tls-verify and tls-server-name"
              + " need HTTP/1.1");
    }
    this.config = config;
    this.check = new ServerCheck(config.timeouts(), new ConnectionWatchdog(), this::checkServer);
    this.proxy = config.proxy().map(Http2Transport::selector).orElse(HttpClient.Builder.NO_PROXY);
  }

  private static ProxySelector selector(URI proxy) {
    if (!"http".equals(proxy.getScheme()) || proxy.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "HTTP/2 goes through proxies of the kind http://host:port only; others need HTTP/1.1");
    }
    int port = proxy.getPort() >= 0 ? proxy.getPort() : 80;
    return ProxySelector.of(new InetSocketAddress(proxy.getHost(), port));
  }

  @Override
  public Response send(Request request) throws IOException {
    if (request.headers().first("Upgrade").isPresent()) {
      throw new IOException(
          "streams into pods switch protocols, which HTTP/2 cannot do; use Transport.http1");
    }
    Limit limit = Limit.of(request.callTimeout());
    // Of the JDK's client: covers everything up to the head of the response.
    Duration head = limit.orShorter(request.readTimeout()).left();
    TimedBody body = new TimedBody(request.readTimeout(), limit, check);
    try {
      HttpResponse<InputStream> response =
          current()
              .send(
                  translated(request, head),
                  info -> {
                    int status = info.statusCode();
                    if (request.longRunning() && status >= 200 && status < 300) {
                      body.beginStream();
                    }
                    return body;
                  });
      return new Answer(response, body);
    } catch (InterruptedException e) {
      body.cancel(); // the answer may have come at the same moment, and nothing else closes it
      throw Interrupts.asIo(e);
    } catch (HttpTimeoutException e) {
      // A time-out of the request that comes while connecting is called one of connecting.
      boolean connecting =
          e instanceof HttpConnectTimeoutException
              && (head.isZero() || config.connectTimeout().compareTo(head) < 0);
      throw Tunnel.late(
          "nothing came for " + RestAttempts.seconds(connecting ? config.connectTimeout() : head),
          e);
    } catch (ConnectException e) {
      throw explained(e);
    }
  }

  /// The check goes over the one connection that everything goes over. If that is dead, so is the
  /// JDK's client, which would keep it.
  private void checkServer(Duration limit) throws IOException {
    try {
      String target = config.server().getRawPath() + "/livez";
      send(Request.of("GET", target).with(r -> r.callTimeout(limit))).close();
    } catch (IOException e) {
      lock.lock();
      try {
        client = null; // the next request makes another; the old one ends with its last request
      } finally {
        lock.unlock();
      }
      throw e;
    }
  }

  /// The JDK's client leaves it to the causes to say why.
  private static IOException explained(ConnectException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        UnknownHostException unknown = new UnknownHostException("no such host");
        unknown.initCause(e);
        return unknown;
      }
    }
    if (e.getMessage() != null) {
      return e;
    }
    ConnectException refused = new ConnectException("Connection refused");
    refused.initCause(e);
    return refused;
  }

  private HttpRequest translated(Request request, Duration head) {
    URI server = config.server();
    URI target =
        URI.create(server.getScheme() + "://" + server.getRawAuthority() + request.target());
    byte[] body = request.body();
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(target)
            .method(
                request.method(),
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    request.headers().forEach(builder::header);
    if (!head.isZero()) {
      builder.timeout(head);
    }
    return builder.build();
  }

  /// The client for the certificates of now.
  private HttpClient current() throws IOException {
    long now = config.tls().generation();
    lock.lock();
    try {
      if (closed) {
        throw new IOException("the client is closed");
      }
      HttpClient known = client;
      if (known == null || generation != now) {
        known =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .connectTimeout(config.connectTimeout())
                .proxy(proxy)
                .sslContext(config.tls().context())
                .build();
        client = known; // the old one ends when its last request does
        generation = now;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    HttpClient last;
    lock.lock();
    try {
      closed = true;
      last = client;
      client = null;
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.shutdownNow();
    }
  }

  private record Answer(HttpResponse<InputStream> response, TimedBody timed) implements Response {
    @Override
    public int status() {
      return response.statusCode();
    }

    @Override
    public Headers headers() {
      Headers headers = Headers.EMPTY;
      for (Map.Entry<String, List<String>> header : response.headers().map().entrySet()) {
        if (!header.getKey().startsWith(":")) {
          headers = headers.with(header.getKey(), header.getValue().toArray(String[]::new));
        }
      }
      return headers;
    }

    @Override
    public InputStream body() {
      return response.body();
    }

    @Override
    public void close() {
      timed.cancel();
    }
  }
}
