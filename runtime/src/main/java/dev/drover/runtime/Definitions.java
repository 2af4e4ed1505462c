package dev.drover.runtime;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Scope;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes CustomResourceDefinitions from types, and tells servers of them.
final class Definitions {
  private static final Kind<DynamicObject> KIND =
      Kind.dynamic(
          new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
          "customresourcedefinitions",
          Scope.CLUSTER);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private Definitions() {}

  /// The definition of a kind that a record stands for.
  static DynamicObject of(Kind<?> kind) {
    return DynamicObject.named(KIND.gvk(), "", kind.plural() + "." + kind.gvk().group())
        .with(
            Map.of(
                "group",
                kind.gvk().group(),
                "scope",
                kind.isNamespaced() ? "Namespaced" : "Cluster",
                "names",
                names(kind),
                "versions",
                List.of(version(kind))),
            "spec");
  }

  private static Map<String, Object> names(Kind<?> kind) {
    Map<String, Object> names = new LinkedHashMap<>();
    names.put("kind", kind.gvk().kind());
    names.put("listKind", kind.gvk().kind() + "List");
    names.put("plural", kind.plural());
    names.put("singular", kind.singular());
    if (!kind.shortNames().isEmpty()) {
      names.put("shortNames", kind.shortNames());
    }
    if (!kind.categories().isEmpty()) {
      names.put("categories", kind.categories());
    }
    return names;
  }

  private static Map<String, Object> version(Kind<?> kind) {
    Map<String, Object> version = new LinkedHashMap<>();
    version.put("name", kind.gvk().version());
    version.put("served", true);
    version.put("storage", true);
    version.put("schema", Map.of("openAPIV3Schema", kind.schema()));
    if (HasStatus.class.isAssignableFrom(kind.type())) {
      version.put("subresources", Map.of("status", Map.of()));
    }
    return version;
  }

  /// Applies the definition, and waits until the server serves the kind.
  ///
  /// @throws dev.drover.client.RequestFailedException when it does not in time
  static void install(Client client, Kind<? extends KubernetesObject> kind) {
    DynamicObject wanted = of(kind);
    ResourceClient<DynamicObject> definitions = client.resources(KIND);
    definitions.apply(wanted);
    definitions.await(wanted.name(), Definitions::isEstablished, PATIENCE);
    awaitServed(client, kind);
    client.mapper().invalidate();
  }

  private static boolean isEstablished(DynamicObject definition) {
    return definition.list("status", "conditions").stream()
        .anyMatch(
            condition ->
                condition instanceof Map<?, ?> map
                    && "Established".equals(map.get("type"))
                    && "True".equals(map.get("status")));
  }

  /// A server that has established a kind may still need a moment to serve it.
  private static void awaitServed(Client client, Kind<? extends KubernetesObject> kind) {
    long begin = System.nanoTime();
    while (true) {
      try {
        client.metadata(kind).list(ListOptions.ALL.withLimit(1));
        return;
      } catch (ApiException.NotFound e) {
        if (System.nanoTime() - begin > PATIENCE.toNanos()) {
          throw e;
        }
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Timekeeper.system().sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a kind was installed", e);
    }
  }
}
