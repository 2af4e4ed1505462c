package dev.drover.api.codec;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Kinds by name, looked up when they are first needed: naming a kind must not load its classes.
public interface KindSource {
  /// The kind of this name, or null.
  @Nullable Kind<?> find(GroupVersionKind kind);

  /// The names of all kinds that [#find] knows.
  List<GroupVersionKind> kinds();
}
