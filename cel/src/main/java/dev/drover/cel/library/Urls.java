package dev.drover.cel.library;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.LibraryValue;
import dev.drover.schema.GoQuoting;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// URLs as Go's `url.ParseRequestURI` and `url.Parse` take them apart.
final class Urls {
  private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][-+.a-zA-Z0-9]*):(.*)");
  private static final Pattern PORT = Pattern.compile("(:\\d*)?");
  private static final Pattern USER = Pattern.compile("[-a-zA-Z0-9._:~!$&'()*+,;=%@]*");
  private static final Pattern NOT_HOST =
      Pattern.compile("[^-a-zA-Z0-9_.~!$&'()*+,;=:\\[\\]<>\"%\\x80-\\x{10FFFF}]");
  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2}).{0,2}");
  private static final String UNESCAPED_IN_PATH = "-_.~$&+,/:;=@!'()*[]";

  private Urls() {}

  /// A URL as a value of CEL.
  record Value(String text, String scheme, String host, String path, String query)
      implements LibraryValue {
    @Override
    public String typeName() {
      return "kubernetes.URL";
    }

    @Override
    public Object isEqualTo(Object other) {
      return other instanceof Value url && url.text.equals(text);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  static void register(Map<String, Functions.Body> all) {
    all.put("url", args -> args[0] instanceof String text ? url(text) : null);
    all.put(
        "isURL", args -> args[0] instanceof String text ? (Object) (problem(text) == null) : null);
    part(all, "getScheme", Value::scheme);
    part(all, "getHost", Value::host);
    part(all, "getHostname", url -> hostname(url.host()));
    part(all, "getPort", url -> port(url.host()));
    part(all, "getEscapedPath", url -> escaped(url.path()));
    part(all, "getQuery", url -> query(url.query()));
  }

  private static void part(
      Map<String, Functions.Body> all, String name, Function<Value, Object> part) {
    all.put(name, args -> args[0] instanceof Value url ? part.apply(url) : null);
  }

  private static Object url(String text) {
    String problem = problem(text);
    if (problem != null) {
      return new CelError("URL parse error during conversion from string: " + problem);
    }
    int hash = text.indexOf('#');
    return parse(text, hash < 0 ? text : text.substring(0, hash));
  }

  /// What is wrong with a request URI, as Go says it, or null.
  static @Nullable String problem(String text) {
    String problem = check(text);
    return problem == null ? null : "parse " + GoQuoting.quote(text) + ": " + problem;
  }

  private static @Nullable String check(String text) {
    if (text.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      return "net/url: invalid control character in URL";
    }
    if (text.isEmpty()) {
      return "empty url";
    }
    if (text.equals("*")) {
      return null;
    }
    if (text.startsWith(":")) {
      return "missing protocol scheme";
    }
    Matcher scheme = SCHEME.matcher(text);
    String rest = scheme.matches() ? scheme.group(2) : text;
    int mark = rest.indexOf('?');
    String path = mark < 0 ? rest : rest.substring(0, mark);
    if (!path.startsWith("/")) {
      return scheme.matches() ? null : "invalid URI for request";
    }
    String authority = "";
    if (path.startsWith("//") && scheme.matches()) {
      int slash = path.indexOf('/', 2);
      authority = slash < 0 ? path.substring(2) : path.substring(2, slash);
      path = slash < 0 ? "" : path.substring(slash);
    }
    int at = authority.lastIndexOf('@');
    String host = authority.substring(at + 1);
    String hostProblem = checkHost(host);
    if (hostProblem != null) {
      return hostProblem;
    }
    if (at >= 0 && !USER.matcher(authority.substring(0, at)).matches()) {
      return "net/url: invalid userinfo";
    }
    return checkEscapes(path);
  }

  private static @Nullable String checkHost(String host) {
    int end = host.lastIndexOf(']');
    if (host.startsWith("[") && end < 0) {
      return "missing ']' in host";
    }
    int colon = host.startsWith("[") ? -1 : host.indexOf(':');
    String port =
        host.startsWith("[") ? host.substring(end + 1) : colon < 0 ? "" : host.substring(colon);
    if (!PORT.matcher(port).matches()) {
      return "invalid port " + GoQuoting.quote(port) + " after host";
    }
    Matcher wrong = NOT_HOST.matcher(host);
    if (wrong.find()) {
      return "invalid character " + GoQuoting.quote(wrong.group()) + " in host name";
    }
    return checkEscapes(host);
  }

  private static @Nullable String checkEscapes(String text) {
    Matcher wrong = BAD_ESCAPE.matcher(text);
    return wrong.find() ? "invalid URL escape " + GoQuoting.quote(wrong.group()) : null;
  }

  private static Value parse(String text, String withoutFragment) {
    Matcher scheme = SCHEME.matcher(withoutFragment);
    boolean hasScheme = scheme.matches();
    String rest = hasScheme ? scheme.group(2) : withoutFragment;
    int mark = rest.indexOf('?');
    String query = mark < 0 ? "" : rest.substring(mark + 1);
    String path = mark < 0 ? rest : rest.substring(0, mark);
    String host = "";
    if (path.startsWith("//") && (hasScheme || !path.startsWith("///"))) {
      int slash = path.indexOf('/', 2);
      String authority = slash < 0 ? path.substring(2) : path.substring(2, slash);
      host = unescape(authority.substring(authority.lastIndexOf('@') + 1), false);
      path = slash < 0 ? "" : path.substring(slash);
    } else if (!path.startsWith("/")) {
      path = "";
    }
    String name = hasScheme ? scheme.group(1).toLowerCase(Locale.ROOT) : "";
    return new Value(text, name, host, path, query);
  }

  private static String hostname(String host) {
    if (host.startsWith("[")) {
      return host.substring(1, host.indexOf(']'));
    }
    int colon = host.lastIndexOf(':');
    return colon < 0 ? host : host.substring(0, colon);
  }

  private static String port(String host) {
    int colon = host.lastIndexOf(':');
    return colon < 0 || colon < host.lastIndexOf(']') ? "" : host.substring(colon + 1);
  }

  /// The path as written if that is a valid escaping, else escaped again.
  private static String escaped(String path) {
    StringBuilder escaped = new StringBuilder();
    boolean valid =
        path.chars().allMatch(c -> isPlain(c) || c == '%' || UNESCAPED_IN_PATH.indexOf(c) >= 0);
    if (valid) {
      return path;
    }
    for (byte b : unescape(path, false).getBytes(StandardCharsets.UTF_8)) {
      int c = b & 0xff;
      if (isPlain(c) || "-_.~$&+,/:;=@".indexOf(c) >= 0) {
        escaped.append((char) c);
      } else {
        escaped.append(String.format("%%%02X", c));
      }
    }
    return escaped.toString();
  }

  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static CelMap query(String query) {
    Map<Object, List<String>> values = new TreeMap<>();
    for (String pair : query.split("&")) {
      if (pair.isEmpty() || pair.indexOf(';') >= 0 || checkEscapes(pair) != null) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = unescape(equals < 0 ? pair : pair.substring(0, equals), true);
      String value = equals < 0 ? "" : unescape(pair.substring(equals + 1), true);
      values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }
    Map<Object, Object> lists = new TreeMap<>();
    values.forEach((name, all) -> lists.put(name, CelList.of(all)));
    return CelMap.of(lists);
  }

  private static String unescape(String text, boolean plusIsBlank) {
    byte[] in = text.getBytes(StandardCharsets.UTF_8);
    byte[] out = new byte[in.length];
    int n = 0;
    for (int i = 0; i < in.length; i++) {
      if (in[i] == '%' && i + 2 < in.length) {
        out[n++] = (byte) Integer.parseInt(new String(in, i + 1, 2, StandardCharsets.UTF_8), 16);
        i += 2;
      } else {
        out[n++] = plusIsBlank && in[i] == '+' ? (byte) ' ' : in[i];
      }
    }
    return new String(out, 0, n, StandardCharsets.UTF_8);
  }
}
