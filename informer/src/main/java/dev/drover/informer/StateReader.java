package dev.drover.informer;

import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.codec.Codec;
import dev.drover.client.TimeSource;
import dev.drover.informer.store.SnapshotStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// Builds the state of an informer.
final class StateReader<T extends KubernetesObject> {
  private static final int SAMPLE = 32;
  private static final Set<ReflectorStatus.Phase> UP_TO_DATE =
      EnumSet.of(ReflectorStatus.Phase.WATCHING, ReflectorStatus.Phase.MISSING);

  private final Kind<T> kind;
  private final SnapshotStore<T> store;
  private final TimeSource time;

  StateReader(Kind<T> kind, SnapshotStore<T> store, TimeSource time) {
    this.kind = kind;
    this.store = store;
    this.time = time;
  }

  InformerState read(
      String name,
      InformerState.Phase phase,
      boolean synced,
      List<Source<T>> sources,
      List<Listener<T>> listeners,
      Reporter reporter) {
    List<InformerState.Source> all = sources.stream().map(StateReader::of).toList();
    List<T> objects = store.list();
    return new InformerState(
        name,
        phase,
        synced,
        objects.size(),
        bytes(objects),
        store.resourceVersion(),
        lag(phase, all),
        last(all.stream().map(s -> s.reflector().lastEvent())),
        sum(all, ReflectorStatus::lists),
        sum(all, ReflectorStatus::relists),
        sum(all, ReflectorStatus::watchRestarts),
        sum(all, ReflectorStatus::errors) + reporter.failures(),
        lastError(all, reporter),
        all,
        listeners.stream().map(StateReader::of).toList());
  }

  private static <T extends KubernetesObject> InformerState.Source of(Source<T> source) {
    return new InformerState.Source(
        source.namespace(), source.isListed(), source.version(), source.reflector().status());
  }

  private static InformerState.Handler of(Listener<?> listener) {
    return new InformerState.Handler(
        listener.name(),
        listener.hasSynced(),
        listener.backlog(),
        listener.mailbox().coalesced(),
        listener.failures(),
        listener.lastFailure(),
        listener.resync().period());
  }

  private long bytes(List<T> objects) {
    if (objects.isEmpty()) {
      return 0;
    }
    Codec<T> codec = Codec.of(kind);
    int step = Math.max(1, objects.size() / SAMPLE);
    long bytes = 0;
    long count = 0;
    int i = 0;
    for (T object : objects) {
      if (i++ % step == 0) {
        bytes += size(codec, object);
        count++;
      }
    }
    return bytes * objects.size() / count;
  }

  /// A raw value that is not JSON has a size in protobuf only.
  private long size(Codec<T> codec, T object) {
    try {
      return codec.encode(object, Format.JSON).length;
    } catch (IllegalArgumentException e) {
      return kind.hasProtobuf() ? codec.encode(object, Format.PROTOBUF).length : 0;
    }
  }

  /// A copy that follows lags by what the network takes, which is not measured. One that does not
  /// may be stale since the last event. A collection that the server does not have has no changes
  /// to be missed.
  private Duration lag(InformerState.Phase phase, List<InformerState.Source> sources) {
    if (phase == InformerState.Phase.NEW) {
      return Duration.ZERO;
    }
    return sources.stream()
        .map(InformerState.Source::reflector)
        .filter(reflector -> !UP_TO_DATE.contains(reflector.phase()))
        .flatMap(reflector -> reflector.lastEvent().stream())
        .map(last -> Duration.between(last, time.instant()))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  private static Optional<Instant> last(Stream<Optional<Instant>> times) {
    return times.flatMap(Optional::stream).max(Comparator.naturalOrder());
  }

  private static long sum(List<InformerState.Source> sources, ToLongFunction<ReflectorStatus> of) {
    return sources.stream().map(InformerState.Source::reflector).mapToLong(of).sum();
  }

  private static Optional<Throwable> lastError(
      List<InformerState.Source> sources, Reporter reporter) {
    return Stream.concat(
            sources.stream().map(s -> s.reflector().lastError()), Stream.of(reporter.last()))
        .flatMap(Optional::stream)
        .max(Comparator.comparing(ReflectorStatus.Failure::at))
        .map(ReflectorStatus.Failure::error);
  }
}
