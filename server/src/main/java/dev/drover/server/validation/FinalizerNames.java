package dev.drover.server.validation;

import dev.drover.api.Names;
import java.util.Set;
import java.util.stream.Stream;

/// Warnings for finalizers without a domain.
public final class FinalizerNames {
  private static final Set<String> STANDARD = Set.of("orphan", "foregroundDeletion", "kubernetes");

  private FinalizerNames() {}

  public static Stream<String> warnings(String finalizer) {
    Stream<String> complaints = Names.qualifiedName(finalizer).stream();
    if (finalizer.indexOf('/') < 0 && !STANDARD.contains(finalizer)) {
      String path = finalizer.indexOf('.') < 0 ? "" : " including a path (/)";
      complaints =
          Stream.concat(
              complaints,
              Stream.of(
                  "prefer a domain-qualified finalizer name"
                      + path
                      + " to avoid accidental conflicts with other finalizer writers"));
    }
    return complaints.map(complaint -> "metadata.finalizers: \"" + finalizer + "\": " + complaint);
  }
}
