package dev.drover.informer;

import dev.drover.api.Kind;
import dev.drover.client.ApiException;
import dev.drover.informer.InformerState.Source;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The message of a timed-out wait for an informer: what it waited for, and the last failure.
final class SyncReport {
  private SyncReport() {}

  /// @param what is missing
  /// @param limit how long was waited
  static SyncTimeoutException of(Kind<?> kind, InformerState state, String what, Duration limit) {
    Optional<Throwable> error = lastError(state);
    String when =
        switch (state.phase()) {
          case NEW -> "the informer was not started, waited " + text(limit);
          case STARTED -> "waited " + text(limit);
          case STOPPED -> "the informer was stopped";
        };
    return new SyncTimeoutException(
        state.name()
            + ": "
            + what
            + " ("
            + when
            + missing(state.sources())
            + ")"
            + error.map(e -> "; last error: " + e.getMessage()).orElse("; no error so far")
            + error
                .filter(ApiException.Forbidden.class::isInstance)
                .map(_ -> rule(kind))
                .orElse(""),
        error.orElse(null));
  }

  /// The last failure of the sources that have not synced; else the last of all.
  private static Optional<Throwable> lastError(InformerState state) {
    return state.sources().stream()
        .filter(source -> !source.synced())
        .flatMap(source -> source.reflector().lastError().stream())
        .max(Comparator.comparing(ReflectorStatus.Failure::at))
        .<Throwable>map(ReflectorStatus.Failure::error)
        .or(state::lastError);
  }

  /// The server names the one verb that it refused; the next start would fail with the next one.
  private static String rule(Kind<?> kind) {
    return "\n  Whole rule of a cache: - {apiGroups: [\"%s\"], resources: [\"%s\"], verbs: [\"get\", \"list\", \"watch\"]}"
        .formatted(kind.gvk().group(), kind.plural());
  }

  private static String missing(List<Source> sources) {
    return sources.stream()
        .filter(source -> !source.synced())
        .map(SyncReport::progress)
        .collect(Collectors.joining());
  }

  private static String progress(Source source) {
    ReflectorStatus reflector = source.reflector();
    return ", no list"
        + (source.namespace().isEmpty() ? "" : " of namespace " + source.namespace())
        + " yet: "
        + reflector.phase().toString().toLowerCase(Locale.ROOT)
        + ", "
        + reflector.items()
        + " objects so far"
        + (reflector.remaining().isPresent() && reflector.remaining().getAsLong() > 0
            ? ", about " + reflector.remaining().getAsLong() + " to go"
            : "");
  }

  private static String text(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}
