package dev.drover.server.openapi;

import dev.drover.api.Bytes;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Serves content with validators (`ETag`, `Last-Modified`), and answers 304 to clients that have
/// it.
///
/// In Go: `http.ServeContent`; here content is always sent whole, whatever range was asked for.
///
/// @param tag names this state of the content, in quotes; empty when only its age tells
/// @param modified since when it is as it is
/// @param headers what else is said of it
/// @param bytes asked for only when they are sent
record CachedContent(
    String contentType,
    String tag,
    Instant modified,
    Map<String, String> headers,
    Supplier<Bytes> bytes) {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  CachedContent {
    modified = modified.truncatedTo(ChronoUnit.SECONDS); // as exact as headers are
  }

  /// A time as headers have it.
  static String date(Instant time) {
    return HTTP_DATE.format(time);
  }

  Answer answer(Call call) {
    if (isOther(call)) {
      return new Answer.Content(412, contentType, Bytes.EMPTY, allHeaders());
    }
    if (isKnown(call)) {
      return isRead(call)
          ? notModified()
          : new Answer.Content(412, contentType, Bytes.EMPTY, allHeaders());
    }
    return new Answer.Content(200, contentType, bytes.get(), allHeaders());
  }

  /// Whether the client wants another state than this.
  private boolean isOther(Call call) {
    Optional<String> wanted = call.header("if-match");
    return wanted.isPresent()
        ? tags(wanted.get()).noneMatch(text -> text.equals("*") || text.equals(tag))
        : date(call, "if-unmodified-since").filter(modified::isAfter).isPresent();
  }

  /// Whether the client has this state.
  private boolean isKnown(Call call) {
    Optional<String> known = call.header("if-none-match");
    return known.isPresent()
        ? tags(known.get())
            .map(text -> text.startsWith("W/") ? text.substring(2) : text)
            .anyMatch(text -> text.equals("*") || text.equals(tag))
        : isRead(call)
            && date(call, "if-modified-since").filter(t -> !modified.isAfter(t)).isPresent();
  }

  private static Stream<String> tags(String list) {
    return Stream.of(list.split(",")).map(String::strip).filter(text -> !text.isEmpty());
  }

  private static boolean isRead(Call call) {
    return call.method().equals("GET") || call.method().equals("HEAD");
  }

  /// A date that cannot be read counts as none.
  private static Optional<Instant> date(Call call, String header) {
    try {
      return call.header(header).map(text -> HTTP_DATE.parse(text, Instant::from));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private Map<String, String> allHeaders() {
    Map<String, String> all = new LinkedHashMap<>(headers);
    if (!tag.isEmpty()) {
      all.put("Etag", tag);
    }
    all.put("Last-Modified", date(modified));
    return all;
  }

  /// Without what describes a body; a tag says more than a date.
  private Answer notModified() {
    Map<String, String> left = allHeaders();
    if (!tag.isEmpty()) {
      left.remove("Last-Modified");
    }
    return new Answer.Content(304, "", Bytes.EMPTY, left);
  }
}
