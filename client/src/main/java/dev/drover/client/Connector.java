package dev.drover.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;

/// Makes connections to the server of a configuration: TCP, directly or through a proxy, and TLS
/// over it. Each step is bounded, also for a peer that sends byte by byte. Any number of threads.
final class Connector {
  private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);

  private final ClientConfig config;
  private final ConnectionWatchdog watchdog;
  private final boolean tls;
  private final InetSocketAddress address;

  Connector(ClientConfig config, ConnectionWatchdog watchdog) {
    URI server = config.server();
    this.config = config;
    this.watchdog = watchdog;
    this.tls = "https".equals(server.getScheme());
    int port = server.getPort() >= 0 ? server.getPort() : tls ? 443 : 80;
    this.address = InetSocketAddress.createUnresolved(ServerAddress.bareHost(server), port);
  }

  /// Connects a channel for HTTP/1.1. It is up to the caller to close it, also after a failure.
  Socket connect(SocketChannel channel, CallLimit limit) throws IOException {
    return connect(channel, limit, "http/1.1");
  }

  /// As [#connect(SocketChannel, CallLimit)], and lets the server choose one of these protocols.
  Socket connect(SocketChannel channel, CallLimit limit, String... protocols) throws IOException {
    ConnectionWatchdog.Deadline deadline = watchdog.add(() -> HttpConnection.cut(channel));
    try {
      Duration first = limit.leftOr(config.connectTimeout());
      Socket socket =
          within(
              deadline,
              first,
              Tunnel.silence(config.proxy())
                  + RestAttempts.seconds(limit.named(first, config.connectTimeout())),
              () -> Tunnel.connect(channel, address, config.proxy(), config.trust(), first));
      configure(channel);
      Socket secure = tls ? handshake(socket, deadline, limit, protocols) : socket;
      secure.setSoTimeout(0); // the watchdog limits reads from here on
      return secure;
    } finally {
      watchdog.remove(deadline);
    }
  }

  /// Runs a step of connecting within a limit that also covers a peer that sends byte by byte.
  private static <V> V within(
      ConnectionWatchdog.Deadline deadline, Duration limit, String message, Step<V> step)
      throws IOException {
    deadline.begin(TimeUnit.NANOSECONDS.convert(limit));
    try {
      V done = step.run();
      if (deadline.end()) {
        throw Tunnel.late(message, null);
      }
      return done;
    } catch (IOException e) {
      throw deadline.end() ? Tunnel.late(message, e) : e;
    }
  }

  private interface Step<V> {
    V run() throws IOException;
  }

  private static void configure(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
      channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 15);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 5);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 3);
    }
  }

  private Socket handshake(
      Socket plain, ConnectionWatchdog.Deadline deadline, CallLimit limit, String... protocols)
      throws IOException {
    TlsSettings settings = config.tls();
    String name = settings.serverName();
    SSLSocket socket =
        (SSLSocket)
            settings
                .context()
                .getSocketFactory()
                .createSocket(plain, name, address.getPort(), true);
    SSLParameters parameters = socket.getSSLParameters();
    if (settings.leavesHostnameToJdk()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    if (!ServerNames.isAddress(name)) {
      parameters.setServerNames(List.of(new SNIHostName(name)));
    }
    parameters.setApplicationProtocols(protocols);
    socket.setSSLParameters(parameters);
    Duration left = limit.leftOr(HANDSHAKE_TIMEOUT);
    return within(
        deadline,
        left,
        "the TLS handshake was not done within "
            + RestAttempts.seconds(limit.named(left, HANDSHAKE_TIMEOUT)),
        () -> {
          socket.startHandshake();
          return socket;
        });
  }
}
