package dev.drover.server.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// The resources that are served right now. Built-in ones stay; custom ones come and go.
///
/// Readers see one consistent list; [#generation] grows with every change, so that what is computed
/// from the list (discovery, OpenAPI) can be kept until then.
public final class Catalog {
  /// The list at one moment.
  ///
  /// @param generation grows with every change
  public record Snapshot(long generation, List<Resource> resources) {}

  private final AtomicReference<Snapshot> current;

  public Catalog(Collection<Resource> builtIn) {
    this.current = new AtomicReference<>(new Snapshot(1, List.copyOf(builtIn)));
  }

  public Snapshot snapshot() {
    return current.get();
  }

  public long generation() {
    return snapshot().generation();
  }

  public Optional<Resource> find(String group, String version, String plural) {
    for (Resource resource : snapshot().resources()) {
      if (resource.gvr().resource().equals(plural)
          && resource.gvr().group().equals(group)
          && resource.gvr().version().equals(version)) {
        return Optional.of(resource);
      }
    }
    return Optional.empty();
  }

  /// Whether exactly this is served still: not gone, and not by another definition.
  public boolean serves(Resource resource) {
    return snapshot().resources().contains(resource);
  }

  /// Whether a group, empty for the core group, is built in.
  public boolean hasBuiltIn(String group) {
    return snapshot().resources().stream()
        .anyMatch(resource -> !resource.isCustom() && resource.gvr().group().equals(group));
  }

  /// Replaces all versions of one custom resource.
  public void serve(String group, String plural, Collection<Resource> versions) {
    current.updateAndGet(
        before -> {
          List<Resource> after = new ArrayList<>(before.resources());
          after.removeIf(
              r ->
                  r.isCustom()
                      && r.gvr().group().equals(group)
                      && r.gvr().resource().equals(plural));
          after.addAll(versions);
          return new Snapshot(before.generation() + 1, List.copyOf(after));
        });
  }
}
