package dev.drover.client;

import dev.drover.api.text.PrintableText;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Shows requests and responses in log lines and exceptions, without secrets.
///
/// The values of headers are shown only if they are known to be harmless: an unknown header may
/// hold a credential. Of parameters, those that are named like a credential and the words of
/// commands (`exec`) are hidden. Bodies are never shown.
final class RequestText {
  private static final String HIDDEN = "***";
  private static final Set<String> HARMLESS =
      Set.of(
          "accept",
          "accept-encoding",
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "date",
          "impersonate-group",
          "impersonate-uid",
          "impersonate-user",
          "retry-after",
          "sec-websocket-protocol",
          "sec-websocket-version",
          "transfer-encoding",
          "upgrade",
          "user-agent",
          "warning",
          "x-kubernetes-pf-flowschema-uid",
          "x-kubernetes-pf-prioritylevel-uid");
  private static final Pattern SECRET_PARAMETER =
      Pattern.compile(
          "(?i)([?&](?:command|[^=&]*(?:token|secret|password|credential)[^=&]*)=)[^&]*");

  private RequestText() {}

  /// The address of a request.
  private static String url(ClientConfig config, Transport.Request request) {
    URI server = config.server();
    String target = SECRET_PARAMETER.matcher(request.target()).replaceAll("$1" + HIDDEN);
    return PrintableText.of(server.getScheme() + "://" + server.getRawAuthority() + target);
  }

  /// A line for the log: the request, its headers, the status and the headers of the response.
  ///
  /// @param code of the response; 0 if none came
  static String line(
      ClientConfig config, Transport.Request request, int code, Headers answered, Duration took) {
    return "request: %s %s %s: %s in %d ms %s"
        .formatted(
            request.method(),
            url(config, request),
            headers(request.headers()),
            code == 0 ? "no response" : Integer.toString(code),
            took.toMillis(),
            headers(answered));
  }

  /// Headers in one line.
  private static String headers(Headers headers) {
    List<String> shown = new ArrayList<>();
    headers.forEach((name, value) -> shown.add(header(name, value)));
    return shown.toString();
  }

  private static String header(String name, String value) {
    boolean isHarmless = HARMLESS.contains(name.toLowerCase(Locale.ROOT));
    return PrintableText.of(name) + ": " + (isHarmless ? PrintableText.of(value) : HIDDEN);
  }

  /// A command line of curl that sends the same request; credentials that are not in files are left
  /// out.
  static String curl(ClientConfig config, Transport.Request request) {
    List<String> words = new ArrayList<>(List.of("curl", "-v", "-X", request.method()));
    Trust trust = config.trust();
    if (trust.insecure()) {
      words.add("--insecure");
    }
    file(words, "--cacert", trust.authority());
    file(words, "--cert", config.identity().certificate());
    file(words, "--key", config.identity().key());
    config
        .proxy()
        .ifPresent(
            proxy -> {
              words.add("--proxy");
              words.add(quoted(ServerAddress.redacted(proxy)));
            });
    request
        .headers()
        .forEach(
            (name, value) -> {
              words.add("-H");
              words.add(quoted(header(name, value)));
            });
    byte[] body = request.body();
    if (body != null) {
      words.add("--data-binary");
      words.add(quoted("@body")); // of so many bytes, which may be secret
    }
    words.add(quoted(url(config, request)));
    return String.join(" ", words) + (body == null ? "" : " # body: " + body.length + " bytes");
  }

  private static void file(List<String> words, String option, @Nullable PemSource source) {
    if (source instanceof PemSource.OfFile(Path file)) {
      words.add(option);
      words.add(quoted(file.toString()));
    } else if (source != null) {
      words.add(option);
      words.add(quoted(HIDDEN));
    }
  }

  /// For a POSIX shell.
  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
