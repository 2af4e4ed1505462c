package dev.drover.client;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The proxy that the environment names: `HTTPS_PROXY` or `HTTP_PROXY`, unless `NO_PROXY` leaves
/// the server out. The rules are those of Go.
///
/// @param forHttps the proxy for https
/// @param forHttp the proxy for http
/// @param except hosts that are reached without: names, `.domain` for what is below it, addresses,
///   networks, each with a port if only that is meant; `*` for all
record ProxyVariables(String forHttps, String forHttp, String except) {
  /// No proxies.
  static final ProxyVariables NONE = new ProxyVariables("", "", "");

  static ProxyVariables of(ConfigEnvironment around) {
    return new ProxyVariables(
        either(around, "HTTPS_PROXY"), either(around, "HTTP_PROXY"), either(around, "NO_PROXY"));
  }

  private static String either(ConfigEnvironment around, String name) {
    String value = around.variable(name);
    return value.isEmpty() ? around.variable(name.toLowerCase(Locale.ROOT)) : value;
  }

  /// The proxy for requests to a server.
  Optional<URI> proxyFor(URI server) {
    boolean secure = "https".equals(server.getScheme());
    String proxy = secure ? forHttps : forHttp;
    if (proxy.isEmpty()) {
      return Optional.empty();
    }
    String host = bare(server.getHost().toLowerCase(Locale.ROOT));
    int port = server.getPort() >= 0 ? server.getPort() : secure ? 443 : 80;
    if (isExcepted(host, String.valueOf(port))) {
      return Optional.empty();
    }
    String variable = secure ? "the variable HTTPS_PROXY" : "the variable HTTP_PROXY";
    String full = proxy.contains("://") ? proxy : "http://" + proxy;
    return Optional.of(
        ServerAddress.parseProxy(full.replaceFirst("^socks5h:", "socks5:"), variable));
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private boolean isExcepted(String host, String port) {
    InetAddress address = address(host);
    if (host.equals("localhost") || address != null && address.isLoopbackAddress()) {
      return true;
    }
    for (String rule : except.split(",")) {
      if (matches(rule.strip().toLowerCase(Locale.ROOT), host, port, address)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(
      String rule, String host, String port, @Nullable InetAddress address) {
    if (rule.equals("*")) {
      return true;
    }
    int slash = rule.indexOf('/');
    if (slash >= 0) {
      return address != null && isInside(address, rule, slash);
    }
    int colon = rule.lastIndexOf(':');
    boolean hasPort = colon >= 0 && (rule.indexOf(':') == colon || rule.charAt(colon - 1) == ']');
    if (hasPort && !rule.substring(colon + 1).equals(port)) {
      return false;
    }
    String name = bare(hasPort ? rule.substring(0, colon) : rule);
    if (name.isEmpty()) {
      return false;
    }
    InetAddress ruled = address(name);
    if (ruled != null) {
      return ruled.equals(address);
    }
    String domain = name.startsWith("*.") ? name.substring(1) : name;
    return domain.startsWith(".")
        ? host.endsWith(domain)
        : host.equals(domain) || host.endsWith("." + domain);
  }

  private static boolean isInside(InetAddress address, String network, int slash) {
    InetAddress base = address(network.substring(0, slash));
    String length = network.substring(slash + 1);
    if (base == null || !length.matches("\\d{1,3}")) {
      return false;
    }
    byte[] one = base.getAddress();
    byte[] other = address.getAddress();
    int rest = one.length * 8 - Integer.parseInt(length);
    return one.length == other.length
        && rest >= 0
        && new BigInteger(1, one)
            .shiftRight(rest)
            .equals(new BigInteger(1, other).shiftRight(rest));
  }

  /// The address that a text is; null if it is a name, which is not looked up.
  private static @Nullable InetAddress address(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
