package dev.drover.recipes;

import dev.drover.api.KubernetesObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of a generating handler for an object: its children, its status, and when to run
/// again.
///
/// ```java
/// return Generated.of(deployment, service).withStatus(new Status(3));
/// ```
///
/// @param children all of them: what is not here is deleted
/// @param status the new status; null = it stays as it is
/// @param again when to look again without a change; empty = not
/// @param <S> the type of the status
public record Generated<S>(
    List<KubernetesObject> children, @Nullable S status, Optional<Duration> again) {
  /// The children are copied.
  public Generated {
    children = List.copyOf(children);
  }

  /// These children.
  public static <S> Generated<S> of(KubernetesObject... children) {
    return new Generated<>(List.of(children), null, Optional.empty());
  }

  /// These children.
  public static <S> Generated<S> of(Collection<? extends KubernetesObject> children) {
    return new Generated<>(new ArrayList<>(children), null, Optional.empty());
  }

  /// The same with this status.
  public <R> Generated<R> withStatus(R changed) {
    return new Generated<>(children, changed, again);
  }

  /// The same; the handler is called again when so much time has passed.
  public Generated<S> again(Duration after) {
    return new Generated<>(children, status, Optional.of(after));
  }
}
