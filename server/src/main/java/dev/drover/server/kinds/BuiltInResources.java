package dev.drover.server.kinds;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.server.core.Resource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The resources that the server serves before any custom one is defined.
///
/// As in Kubernetes, versions that are not yet stable are off unless asked for: betas all at once,
/// alphas not at all.
public final class BuiltInResources {
  /// Kinds of features that are off, even where betas are on.
  private static final Set<String> OFF =
      Set.of("ClusterTrustBundle", "PodCertificateRequest", "StorageVersionMigration");

  private BuiltInResources() {}

  /// What a cluster serves by default.
  public static List<Resource> all() {
    return served(false);
  }

  /// What a cluster serves with `--runtime-config=api/beta=true`.
  public static List<Resource> withBetas() {
    return served(true);
  }

  private static List<Resource> served(boolean betas) {
    return SchemaTable.builtIn().kinds().stream()
        .filter(kind -> isServed(kind.gvk(), betas))
        .map(BuiltInResources::resource)
        .toList();
  }

  private static boolean isServed(GroupVersionKind kind, boolean betas) {
    return !kind.version().contains("alpha")
        && (betas && !OFF.contains(kind.kind()) || !kind.version().contains("beta"));
  }

  private static Resource resource(KindEntry kind) {
    return new Resource(
        kind.resource(),
        kind.gvk(),
        kind.singular(),
        kind.namespaced(),
        listKind(kind),
        kind.shortNames(),
        kind.categories(),
        kind.verbs(),
        kind.subresources(),
        SchemaTable.builtIn().structure(kind.gvk()).orElseThrow(),
        KindStrategies.of(kind.gvk()),
        StorageVersions.of(kind),
        Optional.empty());
  }

  private static String listKind(KindEntry kind) {
    String type = kind.listType();
    return type == null ? kind.gvk().kind() + "List" : type.substring(type.indexOf('.') + 1);
  }
}
