package dev.drover.server.webhook;

import dev.drover.schema.TreeNode;
import java.net.URI;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/// Where a webhook listens: a `clientConfig`, read by what it means.
///
/// @param service namespace and name of the service; empty for a URL
/// @param host the name that the certificate must have
/// @param port as configured; a service may be mapped to another one
/// @param base as in messages: `https://host:port`
/// @param path without a slash at its end, unless it is the root
/// @param caBundle PEM of the authorities to trust; empty for those of the JDK
public record HookTarget(
    String service, String host, int port, String base, String path, String caBundle) {
  private static final int HTTPS = 443;

  /// Reads a `clientConfig`, which validation has accepted.
  ///
  /// @throws HookException when the URL cannot be read
  public static HookTarget of(TreeNode config) throws HookException {
    String bundle = pem(config.text("caBundle"));
    if (config.child("service").isEmpty()) {
      return ofUrl(config.text("url"), bundle);
    }
    TreeNode service = config.at("service");
    String namespace = service.text("namespace");
    String name = service.text("name");
    String host = name + "." + namespace + ".svc";
    int port = Math.toIntExact(service.number("port", HTTPS));
    return new HookTarget(
        namespace + "/" + name,
        host,
        port,
        "https://" + host + ":" + port,
        clean(service.text("path")),
        bundle);
  }

  private static HookTarget ofUrl(String text, String bundle) throws HookException {
    URI url;
    try {
      url = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new HookException("Unparsable URL: " + e.getMessage());
    }
    String host = url.getHost();
    if (host == null) {
      throw new HookException("Unparsable URL: no host in " + text);
    }
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    String path = url.getRawPath();
    return new HookTarget(
        "",
        bare,
        url.getPort() < 0 ? HTTPS : url.getPort(),
        "https://" + url.getRawAuthority(),
        clean(path == null ? "" : path),
        bundle);
  }

  /// Trusts the authorities of the target, and only certificates of its host.
  ///
  /// @throws HookException when the authorities cannot be read
  public SSLContext tls() throws HookException {
    return HookTrust.context(this);
  }

  private static String pem(String base64) {
    return new String(
        Base64.getMimeDecoder().decode(base64), java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  /// As Go joins paths: no empty steps, no slash at the end.
  private static String clean(String path) {
    return Arrays.stream(path.split("/"))
        .filter(step -> !step.isEmpty())
        .collect(Collectors.joining("/", "/", ""));
  }

  /// The address in messages, with the time that the webhook has.
  String url(long timeoutSeconds) {
    return base + requestPath(timeoutSeconds);
  }

  String requestPath(long timeoutSeconds) {
    return path + "?timeout=" + timeoutSeconds + "s";
  }

  /// The header `Host`.
  String authority() {
    return base.substring("https://".length());
  }

  @Override
  public String toString() {
    return base + path;
  }
}
