package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.text.Troubleshooting;

/// A kind was read that no controller or cache has declared.
///
/// In Go: {@index cache.ErrResourceNotCached}.
public final class UndeclaredKindException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  UndeclaredKindException(Kind<?> kind) {
    super(
        Troubleshooting.READ.in(
            ("%1$s is not in the cache. Declare it: .watches(%2$s.class, ...) or .owns(%2$s.class)"
                 + " at the controller that needs it, or manager.cache().informer(%2$s.class). To"
                 + " read it from the server instead: client().live().resources(%2$s.class)")
                .formatted(kind.gvk().kind(), kind.type().getSimpleName())));
  }
}
