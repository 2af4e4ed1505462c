package dev.drover.informer;

import dev.drover.api.Kind;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The identity of a cache in a factory.
record CacheKey(
    Kind<?> kind, List<CacheScope> scopes, Set<String> skippedFields, UnaryOperator<?> transform) {
  // Written out because the generated method is slow to start: see ObjectKey.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CacheKey that
        && kind.equals(that.kind)
        && scopes.equals(that.scopes)
        && skippedFields.equals(that.skippedFields)
        && transform.equals(that.transform);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, scopes, skippedFields, transform);
  }
}
