package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.text.Troubleshooting;
import java.util.Collection;

/// An object of a namespace was read that the cache does not cover: whether it exists is not known.
public final class NamespaceNotCachedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /// @param cached the namespaces that the cache covers
  public NamespaceNotCachedException(Kind<?> kind, String namespace, Collection<String> cached) {
    super(
        Troubleshooting.READ.in(
            ("the cache of %1$s does not have namespace '%2$s', only %3$s. Add it to"
                 + " ManagerOptions.namespaces, or to the namespaces of"
                 + " manager.cache().declare(%4$s.class, ...). To read it from the server instead:"
                 + " client().live().resources(%4$s.class).inNamespace(\"%2$s\")")
                .formatted(
                    kind.plural(),
                    namespace,
                    String.join(", ", cached),
                    kind.type().getSimpleName())));
  }
}
