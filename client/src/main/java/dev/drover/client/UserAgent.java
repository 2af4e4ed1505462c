package dev.drover.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The default `User-Agent`.
final class UserAgent {
  /// Such as `drover/1.2.0 (linux/amd64) java/25`.
  static final String DEFAULT =
      "drover/%s (%s/%s) java/%s"
          .formatted(
              version(),
              system(System.getProperty("os.name")),
              processor(System.getProperty("os.arch")),
              Runtime.version().feature());

  private UserAgent() {}

  /// The agent of one of a program's controllers.
  ///
  /// A bare name gets the controller after a slash, not as a second word: what stands before the
  /// first slash is the field manager of writes that name none.
  static String ofController(String agent, String controller) {
    StringBuilder named = new StringBuilder(agent);
    named.append(agent.indexOf('/') < 0 ? "/" : " controller/");
    for (int i = 0; i < controller.length(); i++) {
      char c = controller.charAt(i);
      named.append(c < 0x7F && Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0 ? c : '-');
    }
    return named.toString();
  }

  /// An agent that can be sent.
  ///
  /// @throws ConfigException when it cannot
  static String checked(String agent, String source) {
    try {
      Headers.EMPTY.plus("User-Agent", agent);
      return agent;
    } catch (IllegalArgumentException e) {
      throw new ConfigException("the user agent of " + source + ": " + e.getMessage(), e);
    }
  }

  private static String version() {
    try (InputStream in = UserAgent.class.getResourceAsStream("version.txt")) {
      return in == null
          ? "unknown"
          : new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the version of the client", e);
    }
  }

  /// Go's names, so that logs of a cluster call one thing by one name.
  private static String system(String name) {
    String first = name.toLowerCase(Locale.ROOT).split(" ")[0];
    return first.equals("mac") ? "darwin" : first;
  }

  private static String processor(String name) {
    return switch (name) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> name;
    };
  }
}
