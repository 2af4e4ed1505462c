package dev.drover.client;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The path and query of a request under construction.
///
/// ```
///   base of the server / prefix / namespaces/{namespace} / resource / name / subresource / suffix ? parameters
/// ```
final class RequestPath {
  private final String base;
  private String prefix;
  private String suffix = "";
  private @Nullable String namespace; // null = not set; empty = all
  private String resource = "";
  private String name = "";
  private String subresource = "";
  private final Map<String, List<String>> parameters = new TreeMap<>();

  RequestPath(String base, String prefix) {
    this.base = base;
    this.prefix = join(base, prefix);
  }

  void prefix(String... segments) {
    prefix = join(prefix, join(segments));
  }

  void suffix(String... segments) {
    suffix = join(suffix, join(segments));
  }

  void absPath(String... segments) {
    String joined = join(segments);
    // A lone path may end in a slash on purpose: some servers tell the two apart.
    boolean slash = segments.length == 1 && segments[0].length() > 1 && segments[0].endsWith("/");
    prefix = join(base, joined) + (slash ? "/" : "");
  }

  void requestUri(String uri) {
    int question = uri.indexOf('?');
    prefix = question < 0 ? uri : uri.substring(0, question);
    parameters.clear();
    if (question >= 0) {
      for (String pair : uri.substring(question + 1).split("&", -1)) {
        int equals = pair.indexOf('=');
        String key = decode(equals < 0 ? pair : pair.substring(0, equals));
        if (!key.isEmpty()) {
          parameter(key, equals < 0 ? "" : decode(pair.substring(equals + 1)));
        }
      }
    }
  }

  void namespace(String value) {
    if (namespace != null) {
      throw new IllegalStateException(
          "namespace already set to '" + namespace + "', cannot change to '" + value + "'");
    }
    namespace = value.isEmpty() ? "" : checked("namespace", value);
  }

  void resource(String value) {
    requireUnset("resource", resource, value);
    resource = checked("resource", value);
  }

  void name(String value) {
    if (value.isEmpty()) {
      throw new IllegalStateException("resource name may not be empty");
    }
    requireUnset("resource name", name, value);
    name = checked("resource name", value);
  }

  void subresource(String... segments) {
    String joined = String.join("/", segments);
    requireUnset("subresource", subresource, joined);
    for (String segment : segments) {
      checked("subresource", segment);
    }
    subresource = joined;
  }

  void parameter(String key, String value) {
    parameters.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
  }

  private static void requireUnset(String what, String old, String value) {
    if (!old.isEmpty()) {
      throw new IllegalStateException(
          what + " already set to '" + old + "', cannot change to '" + value + "'");
    }
  }

  private static String checked(String what, String segment) {
    String wrong =
        segment.equals(".") || segment.equals("..")
            ? "may not be '" + segment + "'"
            : segment.indexOf('/') >= 0
                ? "may not contain '/'"
                : segment.indexOf('%') >= 0 ? "may not contain '%'" : "";
    if (!wrong.isEmpty()) {
      throw new IllegalStateException("invalid " + what + " '" + segment + "': " + wrong);
    }
    return segment;
  }

  /// An empty namespace that was set on purpose means all of them, which only makes sense for
  /// collections.
  void requireSensibleNamespace(String method) {
    if (namespace == null || !namespace.isEmpty()) {
      return;
    }
    if (method.equals("POST")) {
      throw new IllegalStateException("an empty namespace may not be set during creation");
    }
    boolean single = method.equals("GET") || method.equals("PUT") || method.equals("DELETE");
    if (single && !name.isEmpty()) {
      throw new IllegalStateException(
          "an empty namespace may not be set when a resource name is provided");
    }
  }

  /// What the request is about, for messages: `pods shop/cone`.
  String subject() {
    if (resource.isEmpty()) {
      return prefix;
    }
    String space = namespace == null || namespace.isEmpty() ? "" : namespace;
    String object = name.isEmpty() ? space : space.isEmpty() ? name : space + "/" + name;
    return resource
        + (subresource.isEmpty() ? "" : "/" + subresource)
        + (object.isEmpty() ? "" : name.isEmpty() ? " in " + object : " " + object);
  }

  /// Path and query as they go on the wire.
  String target() {
    StringBuilder path = new StringBuilder(encodePath(prefix));
    if (namespace != null && !namespace.isEmpty()) {
      append(path, "namespaces", namespace);
    }
    if (!resource.isEmpty()) {
      append(path, resource.toLowerCase(Locale.ROOT));
    }
    append(path, name, subresource, suffix);
    if (path.isEmpty()) {
      path.append('/');
    }
    char separator = '?';
    for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
      for (String value : parameter.getValue()) {
        path.append(separator).append(encode(parameter.getKey())).append('=').append(encode(value));
        separator = '&';
      }
    }
    return path.toString();
  }

  private static void append(StringBuilder path, String... segments) {
    for (String segment : segments) {
      if (!segment.isEmpty()) {
        if (path.isEmpty() || path.charAt(path.length() - 1) != '/') {
          path.append('/');
        }
        path.append(encodePath(segment.startsWith("/") ? segment.substring(1) : segment));
      }
    }
  }

  /// Segments joined by single slashes, with one in front and none at the end.
  private static String join(String... segments) {
    StringBuilder joined = new StringBuilder();
    for (String segment : segments) {
      for (String part : segment.split("/", -1)) {
        if (!part.isEmpty()) {
          joined.append('/').append(part);
        }
      }
    }
    return joined.toString();
  }

  private static String encodePath(String path) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "/-._~$&+,:;=@!*()'".indexOf(c) >= 0;
      encoded.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return encoded.toString();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
