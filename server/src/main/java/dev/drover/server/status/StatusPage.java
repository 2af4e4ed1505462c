package dev.drover.server.status;

import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import dev.drover.server.http.Representation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Serves `/statusz`: start time, version, and the pages for debugging.
///
/// In Go: `k8s.io/apiserver/pkg/server/statusz`.
public final class StatusPage implements Endpoint {
  private static final DateTimeFormatter UNIX_DATE =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss 'UTC' uuuu", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final Set<String> NOT_FOR_DEBUGGING =
      Set.of("/", "/apis", "/api", "/openid", "/openapi", "/.well-known");

  private final StatusDocument document;
  private final String release;
  private final InstantSource clock;
  private final Instant start;
  private final List<String> folders;

  /// @param release of Kubernetes that is served, `v1.36.3`
  /// @param paths that are served
  public StatusPage(
      Representation representation,
      String release,
      InstantSource clock,
      Collection<String> paths) {
    this.document = new StatusDocument("Statusz", representation);
    this.release = release.substring(1);
    this.clock = clock;
    this.start = clock.instant();
    Set<String> folders = new TreeSet<>();
    paths.forEach(path -> folders.add("/" + path.split("/", -1)[1]));
    folders.removeAll(NOT_FOR_DEBUGGING);
    this.folders = List.copyOf(folders);
  }

  @Override
  public Answer serve(Call call) {
    return document.answer(call, this::text, this::fields);
  }

  private Duration uptime() {
    Duration uptime = Duration.between(start, clock.instant());
    return uptime.isNegative() ? Duration.ZERO : uptime;
  }

  private static String javaVersion() {
    return "java" + Runtime.version().feature();
  }

  private String emulated() {
    return release.substring(0, release.lastIndexOf('.'));
  }

  private String text() {
    Duration uptime = uptime();
    return """

    apiserver statusz
    This page is for people who debug the server; its form may change.

    Started: %s
    Up: %d hr %02d min %02d sec
    Java version: %s
    Binary version: %s
    Emulation version: %s
    Paths: %s
    """
        .formatted(
            UNIX_DATE.format(start),
            uptime.toHours(),
            uptime.toMinutesPart(),
            uptime.toSecondsPart(),
            javaVersion(),
            release,
            emulated(),
            String.join(" ", folders));
  }

  private Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("startTime", start.truncatedTo(ChronoUnit.SECONDS).toString());
    fields.put("uptimeSeconds", uptime().toSeconds());
    fields.put("goVersion", javaVersion());
    fields.put("binaryVersion", release);
    fields.put("emulationVersion", emulated());
    fields.put("paths", folders);
    return fields;
  }
}
