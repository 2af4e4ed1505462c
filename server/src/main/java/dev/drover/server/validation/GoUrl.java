package dev.drover.server.validation;

import dev.drover.schema.GoQuoting;
import java.util.Locale;
import java.util.regex.Pattern;

/// The parts of a URL as Go parses it, more leniently than Java: a path may contain blanks, for
/// instance.
///
/// In Go: {@index url.Parse}.
///
/// @param user what stands before `@`; empty when nothing does
record GoUrl(
    String scheme, String user, boolean hasUser, String host, String query, String fragment) {
  private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][-+.a-zA-Z0-9]*):(.*)");
  private static final Pattern PORT = Pattern.compile("(:\\d*)?");
  private static final Pattern USER = Pattern.compile("[-a-zA-Z0-9._:~!$&'()*+,;=%@]*");
  private static final Pattern NOT_HOST =
      Pattern.compile("[^-a-zA-Z0-9_.~!$&'()*+,;=:\\[\\]<>\"%\\x80-\\x{10FFFF}]");
  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2}).{0,2}");
  private static final Pattern HOST_ESCAPE = Pattern.compile("%(?!25)[0-7][0-9a-fA-F]");

  /// A text is no URL; the message is Go's.
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    private Malformed(String message) {
      super(message);
    }
  }

  static GoUrl parse(String text) throws Malformed {
    int hash = text.indexOf('#');
    String before = hash < 0 ? text : text.substring(0, hash);
    String fragment = hash < 0 ? "" : text.substring(hash + 1);
    try {
      GoUrl url = withoutFragment(before, fragment);
      checkEscapes(fragment);
      return url;
    } catch (Malformed e) {
      throw new Malformed("parse " + GoQuoting.quote(before) + ": " + e.getMessage());
    }
  }

  private static GoUrl withoutFragment(String text, String fragment) throws Malformed {
    if (text.chars().anyMatch(c -> c < ' ' || c == 0x7F)) {
      throw new Malformed("net/url: invalid control character in URL");
    }
    if (text.startsWith(":")) {
      throw new Malformed("missing protocol scheme");
    }
    var matcher = SCHEME.matcher(text);
    boolean hasScheme = matcher.matches();
    String scheme = hasScheme ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
    String rest = hasScheme ? matcher.group(2) : text;
    int mark = rest.indexOf('?');
    String query = mark < 0 ? "" : rest.substring(mark + 1);
    String path = mark < 0 ? rest : rest.substring(0, mark);
    String authority = "";
    if (!path.startsWith("/")) {
      if (hasScheme) {
        return new GoUrl(scheme, "", false, "", query, fragment); // all is opaque
      }
      if (path.split("/", 2)[0].contains(":")) {
        throw new Malformed("first path segment in URL cannot contain colon");
      }
    } else if (path.startsWith("//") && (hasScheme || !path.startsWith("///"))) {
      int slash = path.indexOf('/', 2);
      authority = slash < 0 ? path.substring(2) : path.substring(2, slash);
      path = slash < 0 ? "" : path.substring(slash);
    }
    int at = authority.lastIndexOf('@');
    String host = authority.substring(at + 1);
    checkHost(host);
    String user = at < 0 ? "" : authority.substring(0, at);
    if (!USER.matcher(user).matches()) {
      throw new Malformed("net/url: invalid userinfo");
    }
    checkEscapes(user);
    checkEscapes(path);
    return new GoUrl(scheme, user, at >= 0, host, query, fragment);
  }

  private static void checkHost(String host) throws Malformed {
    int end = host.lastIndexOf(']');
    if (host.startsWith("[") && end < 0) {
      throw new Malformed("missing ']' in host");
    }
    int colon = host.lastIndexOf(':');
    String port =
        host.startsWith("[") ? host.substring(end + 1) : colon < 0 ? "" : host.substring(colon);
    if (!PORT.matcher(port).matches()) {
      throw new Malformed("invalid port " + GoQuoting.quote(port) + " after host");
    }
    checkEscapes(host);
    var escape = HOST_ESCAPE.matcher(host);
    if (escape.find()) {
      throw new Malformed("invalid URL escape " + GoQuoting.quote(escape.group()));
    }
    var wrong = NOT_HOST.matcher(host);
    if (wrong.find()) {
      throw new Malformed("invalid character " + GoQuoting.quote(wrong.group()) + " in host name");
    }
  }

  private static void checkEscapes(String text) throws Malformed {
    var wrong = BAD_ESCAPE.matcher(text);
    if (wrong.find()) {
      throw new Malformed("invalid URL escape " + GoQuoting.quote(wrong.group()));
    }
  }
}
