package dev.drover.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules for addresses of servers and proxies.
final class ServerAddress {
  private static final Set<String> SERVER_SCHEMES = Set.of("https", "http");
  private static final Set<String> PROXY_SCHEMES = Set.of("http", "https", "socks5");

  private static final int MAX_PORT = 65_535;

  private ServerAddress() {}

  /// An address as it is written in a kubeconfig; one without a scheme is `http`, as it is for
  /// kubectl.
  static URI parse(String text, String place) {
    String full = text.contains("://") ? text : "http://" + text;
    try {
      return new URI(full);
    } catch (URISyntaxException e) {
      // Not the cause: its message shows the text, which may hold a password.
      throw new ConfigException(
          "the server of "
              + place
              + " is not an address: "
              + e.getReason()
              + "; write it as https://host:port");
    }
  }

  /// The address without what has no meaning in it.
  static URI check(@Nullable URI server, String place) {
    if (server == null) {
      throw new ConfigException(place + " says no server; give its address as https://host:port");
    }
    String scheme = server.getScheme();
    String host = server.getHost();
    if (scheme == null || host == null || !SERVER_SCHEMES.contains(scheme)) {
      throw new ConfigException(
          "the server of "
              + place
              + " is not an address to connect to: "
              + redacted(server)
              + (host == null && String.valueOf(server.getAuthority()).contains("_")
                  ? "; Java knows no host names with '_', use the host's address and"
                      + " tls-server-name"
                  : "; write it as https://host:port"));
    }
    checkPort(server, "the server of " + place);
    String path = server.getRawPath() == null ? "" : server.getRawPath();
    while (path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    String port = server.getPort() < 0 ? "" : ":" + server.getPort();
    return URI.create(scheme + "://" + host + port + path);
  }

  static URI parseProxy(String text, String place) {
    try {
      return checkProxy(new URI(text), place);
    } catch (URISyntaxException e) {
      throw new ConfigException("the proxy of " + place + " is not an address: " + e.getReason());
    }
  }

  static URI checkProxy(URI proxy, String place) {
    if (proxy.getScheme() == null
        || !PROXY_SCHEMES.contains(proxy.getScheme())
        || proxy.getHost() == null) {
      throw new ConfigException(
          "the proxy of "
              + place
              + " must be http://host:port, https://host:port or socks5://host:port, found "
              + redacted(proxy));
    }
    checkPort(proxy, "the proxy of " + place);
    return proxy;
  }

  private static void checkPort(URI address, String what) {
    int port = address.getPort();
    if (port == 0 || port > MAX_PORT) {
      throw new ConfigException(
          what + " has the port " + port + "; a port is a number from 1 to " + MAX_PORT);
    }
  }

  /// The address without the name and password that it may carry.
  static String redacted(URI address) {
    String user = address.getRawUserInfo();
    return user == null ? address.toString() : address.toString().replace(user + "@", "***@");
  }

  /// The host, as names and addresses are looked up and compared: without the brackets of an IPv6
  /// address.
  static String bareHost(URI server) {
    String host = server.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}
