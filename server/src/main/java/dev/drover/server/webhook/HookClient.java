package dev.drover.server.webhook;

import dev.drover.api.Bytes;
import dev.drover.api.text.GoText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Calls webhooks.
///
/// ```java
/// HookReply reply = client.post(HookTarget.of(clientConfig), review, Duration.ofSeconds(10));
/// ```
///
/// A call ends within its time, however slowly the webhook reads or answers. Connections are kept
/// and used again. A service is called at the local port to which [Services] maps it, under the
/// name that it has in a cluster. Safe for any number of threads; calls wait for each other in
/// nothing.
///
/// In Go: `webhook.ClientManager` and client-go's `rest.Request`.
public final class HookClient implements AutoCloseable {
  /// The most bytes that an answer may have.
  static final int LARGEST_ANSWER = 32 * 1024 * 1024;

  private static final int KEPT_TARGETS = 200;
  private static final int KEPT_CONNECTIONS = 25; // for each target
  private static final int MOST_RETRIES = 10;

  private final Services services;
  private final ScheduledThreadPoolExecutor watchdog;
  // Of the targets that were called last; guarded by this.
  private final Map<HookTarget, Kept> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<HookTarget, Kept> eldest) {
          boolean isOver = size() > KEPT_TARGETS;
          if (isOver) {
            eldest.getValue().idle.forEach(HookConnection::abort);
          }
          return isOver;
        }
      };
  private boolean isClosed; // guarded by this

  /// What is known of a target: how it is trusted, and connections that nothing uses.
  private record Kept(SSLContext tls, Deque<HookConnection> idle) {}

  public HookClient(Services services) {
    this.services = services;
    this.watchdog =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("drover/server/webhook-deadlines").factory());
    watchdog.setRemoveOnCancelPolicy(true);
  }

  /// Sends JSON and waits for the answer, again where the webhook asks to come back later.
  ///
  /// @param timeout for all of it
  /// @throws HookException when there is no answer in time
  public HookReply post(HookTarget target, Bytes json, Duration timeout) throws HookException {
    long seconds = timeout.toSeconds();
    CallDeadline deadline = CallDeadline.in(timeout, watchdog);
    try (deadline) {
      for (int retry = 0; ; retry++) {
        HookReply reply = HookReply.of(once(target, json, seconds, deadline));
        if (retry == MOST_RETRIES || reply.retryAfter().isEmpty()) {
          return reply;
        }
        deadline.sleep(reply.retryAfter().get());
      }
    } catch (IOException e) {
      throw new HookException(
          "Post " + GoText.quote(target.url(seconds)) + ": " + deadline.explain(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HookException("Post " + GoText.quote(target.url(seconds)) + ": context canceled");
    }
  }

  private HookConnection.Answer once(
      HookTarget target, Bytes json, long seconds, CallDeadline deadline)
      throws IOException, HookException {
    SSLContext tls = tls(target);
    HookConnection connection = idle(target, deadline);
    if (connection == null) {
      connection = connect(target, tls, deadline);
    }
    try {
      HookConnection.Answer answer =
          connection.post(target, target.requestPath(seconds), json.toByteArray(), LARGEST_ANSWER);
      deadline.release();
      keep(target, connection);
      return answer;
    } catch (IOException e) {
      connection.abort();
      throw e;
    }
  }

  private SSLContext tls(HookTarget target) throws HookException {
    synchronized (this) {
      Kept known = kept.get(target);
      if (known != null) {
        return known.tls;
      }
    }
    SSLContext tls = HookTrust.context(target);
    synchronized (this) {
      return kept.computeIfAbsent(target, _ -> new Kept(tls, new ArrayDeque<>())).tls;
    }
  }

  private @Nullable HookConnection idle(HookTarget target, CallDeadline deadline)
      throws IOException {
    while (true) {
      HookConnection connection;
      synchronized (this) {
        Kept known = kept.get(target);
        connection = known == null ? null : known.idle.pollLast();
      }
      if (connection == null) {
        return null;
      }
      if (connection.isAlive()) {
        deadline.guard(connection::abort);
        return connection;
      }
      connection.abort();
    }
  }

  private HookConnection connect(HookTarget target, SSLContext tls, CallDeadline deadline)
      throws IOException {
    InetSocketAddress address = address(target);
    Socket socket = new Socket();
    deadline.guard(() -> closeQuietly(socket));
    try {
      return HookConnection.open(socket, address, target, tls, deadline.millisLeft());
    } catch (ConnectException e) {
      closeQuietly(socket);
      String text = e.getMessage() == null ? "" : e.getMessage();
      String reason = text.contains("refused") ? "connect: connection refused" : "connect: " + text;
      throw new IOException("dial tcp " + printed(address) + ": " + reason, e);
    } catch (IOException e) {
      closeQuietly(socket);
      throw e;
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      return; // it is not used again
    }
  }

  private static String printed(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  private InetSocketAddress address(HookTarget target) throws IOException {
    if (target.service().isEmpty()) {
      try {
        return new InetSocketAddress(InetAddress.getByName(target.host()), target.port());
      } catch (UnknownHostException e) {
        throw new IOException("dial tcp: lookup " + target.host() + ": no such host", e);
      }
    }
    String[] name = target.service().split("/", 2);
    OptionalInt port = services.port(name[0], name[1]);
    if (port.isEmpty()) {
      throw new IOException(
          "service "
              + GoText.quote(name[1])
              + " not found: this server has no cluster network; map the service to a local port"
              + " with EmbeddedApiServer.service("
              + GoText.quote(target.service())
              + ", port)");
    }
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port.getAsInt());
  }

  private void keep(HookTarget target, HookConnection connection) {
    synchronized (this) {
      Kept known = kept.get(target);
      if (known != null
          && !isClosed
          && connection.isReusable()
          && known.idle.size() < KEPT_CONNECTIONS) {
        known.idle.addLast(connection);
        return;
      }
    }
    connection.abort();
  }

  /// Ends the connections that nothing uses. Calls under way go on until they end, or their time
  /// does.
  @Override
  public void close() {
    List<HookConnection> all = new ArrayList<>();
    synchronized (this) {
      isClosed = true;
      kept.values().forEach(known -> all.addAll(known.idle));
      kept.clear();
    }
    all.forEach(HookConnection::abort);
    watchdog.shutdown();
  }
}
