package dev.drover.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Kinds by name, looked up when they are first needed: naming a kind must not load its classes.
public interface KindSource {
  /// The kind of this name, or null.
  @Nullable Kind<?> find(GroupVersionKind kind);

  /// The names of all kinds that [#find] knows.
  List<GroupVersionKind> kinds();
}
