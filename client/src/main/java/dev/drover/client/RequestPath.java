package dev.drover.client;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
  private String timeout = ""; // apart from the other parameters, since it may be set again
  private final Map<String, List<String>> parameters = new TreeMap<>();

  RequestPath(String base, String prefix) {
    this.base = decodePath(base);
    this.prefix = join(this.base, prefix);
  }

  void prefix(String... segments) {
    prefix = join(prefix, String.join("/", segments));
  }

  void suffix(String... segments) {
    suffix = suffix + "/" + String.join("/", segments);
  }

  void absPath(String... segments) {
    prefix = join(base, String.join("/", segments));
    // A lone path may end in a slash on purpose: some servers tell the two apart.
    if (segments.length == 1 && segments[0].endsWith("/") && !prefix.equals("/")) {
      prefix += "/";
    }
  }

  /// Like [#requestUri], but the path of the server's own address must be in it already.
  void wholeUri(String uri) {
    requestUri(uri);
    int end = uri.indexOf('#') < 0 ? uri.length() : uri.indexOf('#');
    int question = uri.indexOf('?');
    prefix = join(decodePath(uri.substring(0, question < 0 ? end : Math.min(question, end))));
  }

  void requestUri(String uri) {
    int hash = uri.indexOf('#');
    String whole = hash < 0 ? uri : uri.substring(0, hash);
    int question = whole.indexOf('?');
    absPath(decodePath(question < 0 ? whole : whole.substring(0, question)));
    parameters.clear();
    if (question >= 0) {
      for (String pair : whole.substring(question + 1).split("&", -1)) {
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

  /// Sets the parameter that tells the server how long the client will wait; empty = for ever.
  void timeout(String value) {
    timeout = value;
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

  /// Whether a GET of this path reads a list of objects.
  boolean isList() {
    return !resource.isEmpty() && name.isEmpty() && subresource.isEmpty();
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
    String path = prefix;
    if (namespace != null && !namespace.isEmpty()) {
      path = join(path, "namespaces", namespace);
    }
    if (!resource.isEmpty()) {
      path = join(path, resource.toLowerCase(Locale.ROOT));
    }
    if (!name.isEmpty() || !subresource.isEmpty() || !suffix.isEmpty()) {
      path = join(path, name, subresource, suffix);
    }
    Map<String, List<String>> all = new TreeMap<>(parameters);
    if (!timeout.isEmpty()) {
      all.put("timeout", List.of(timeout));
    }
    StringBuilder target = new StringBuilder(encodePath(path));
    char separator = '?';
    for (Map.Entry<String, List<String>> parameter : all.entrySet()) {
      for (String value : parameter.getValue()) {
        target.append(separator).append(encode(parameter.getKey()));
        target.append('=').append(encode(value));
        separator = '&';
      }
    }
    return target.toString();
  }

  /// Segments joined by single slashes, with one in front and none at the end; `.` and `..` are
  /// resolved, as Go's `path.Join` does it.
  private static String join(String... segments) {
    StringBuilder path = new StringBuilder(96);
    boolean plain = true;
    for (String segment : segments) {
      int from = 0;
      int to = segment.length();
      while (from < to && segment.charAt(from) == '/') {
        from++;
      }
      while (from < to && segment.charAt(to - 1) == '/') {
        to--;
      }
      if (from < to) {
        plain &= segment.charAt(from) != '.' && !hasOddSlash(segment, from, to);
        path.append('/').append(segment, from, to);
      }
    }
    return path.isEmpty() ? "/" : plain ? path.toString() : resolved(path.toString());
  }

  /// Whether `//` or `/.` is in a path.
  private static boolean hasOddSlash(String path, int from, int to) {
    for (int i = path.indexOf('/', from); i >= 0 && i + 1 < to; i = path.indexOf('/', i + 1)) {
      if (path.charAt(i + 1) == '/' || path.charAt(i + 1) == '.') {
        return true;
      }
    }
    return false;
  }

  private static String resolved(String path) {
    Deque<String> kept = new ArrayDeque<>();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        kept.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        kept.addLast(part);
      }
    }
    return "/" + String.join("/", kept);
  }

  private static String encodePath(String path) {
    int plain = 0;
    while (plain < path.length() && isPlain(path.charAt(plain))) {
      plain++;
    }
    if (plain == path.length()) {
      return path;
    }
    StringBuilder encoded = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      encoded.append(
          isPlain(c) ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return encoded.toString();
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "/-._~$&+,:;=@!*()'".indexOf(c) >= 0;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// A `+` is itself in a path.
  private static String decodePath(String path) {
    return path.indexOf('%') < 0 ? path : decode(path.replace("+", "%2B"));
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
