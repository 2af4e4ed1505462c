package dev.drover.server.kinds;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.core.Resource;
import dev.drover.server.core.SubresourceDefinition;
import dev.drover.server.core.Subresources;
import java.util.List;
import java.util.Optional;

/// The resources that the server serves before any custom one is defined.
///
/// As in Kubernetes, versions that are not yet stable are off by default: betas all at once, alphas
/// not at all.
public final class BuiltInResources {
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
    boolean isBeta = kind.version().contains("beta");
    return !kind.version().contains("alpha")
        && (!isBeta || betas)
        && BuiltInGroups.kind(kind.groupKind()).isEnabled();
  }

  private static Resource resource(KindEntry kind) {
    GroupVersionKind gvk = kind.gvk();
    KindDefinition definition = BuiltInGroups.kind(gvk.groupKind()).forVersion(gvk.version());
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
        definition,
        definition.storage().of(gvk.group() + "/" + kind.plural(), gvk),
        Optional.empty());
  }

  private static String listKind(KindEntry kind) {
    String type = kind.listType();
    return type == null ? kind.gvk().kind() + "List" : type.substring(type.indexOf('.') + 1);
  }

  /// Registers the subresources of all built-in kinds.
  public static void register(Subresources subresources, SubresourceDefinition.Context context) {
    for (Resource resource : withBetas()) {
      String name = resource.storage().name();
      resource
          .definition()
          .subresources()
          .forEach((path, definition) -> register(subresources, name, path, definition, context));
    }
  }

  private static void register(
      Subresources subresources,
      String resource,
      String path,
      SubresourceDefinition definition,
      SubresourceDefinition.Context context) {
    switch (definition) {
      case SubresourceDefinition.Update(var strategy) ->
          subresources.serve(resource, path, strategy);
      case SubresourceDefinition.Served(var endpoint) ->
          subresources.serve(resource, path, endpoint.apply(context));
      case SubresourceDefinition.Created(var created) ->
          subresources.serve(resource, path, created.apply(context));
    }
  }
}
