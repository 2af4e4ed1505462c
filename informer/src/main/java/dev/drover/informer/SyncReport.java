package dev.drover.informer;

import dev.drover.api.Kind;
import dev.drover.client.ApiException;
import dev.drover.informer.InformerState.Source;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Says why waiting for an informer was in vain.
final class SyncReport {
  private SyncReport() {}

  /// @param what is missing
  /// @param limit how long was waited
  static SyncTimeoutException of(Kind<?> kind, InformerState state, String what, Duration limit) {
    Optional<Throwable> error = state.lastError();
    String when =
        state.phase() == InformerState.Phase.STOPPED
            ? "the informer was stopped"
            : "waited " + text(limit);
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
        + reflector.phase().toString().toLowerCase(java.util.Locale.ROOT)
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
