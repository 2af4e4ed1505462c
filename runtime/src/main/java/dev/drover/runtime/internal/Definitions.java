package dev.drover.runtime.internal;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Scope;
import dev.drover.api.crd.ConversionWebhook;
import dev.drover.api.crd.Crd;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Installs the CustomResourceDefinitions of types.
public final class Definitions {
  private static final Kind<DynamicObject> KIND =
      Kind.dynamic(Crd.KIND, "customresourcedefinitions", Scope.CLUSTER);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private Definitions() {}

  /// Applies the definition, and waits until the server serves the kind.
  ///
  /// @throws dev.drover.client.RequestFailedException when it does not in time
  public static void install(Client client, Kind<? extends KubernetesObject> kind) {
    install(client, List.of(kind));
  }

  /// Installs kinds; those that are versions of one kind become one definition.
  public static void installAll(Client client, List<? extends Kind<?>> kinds) {
    Map<GroupKind, List<Kind<?>>> byKind = new LinkedHashMap<>();
    for (Kind<?> kind : kinds) {
      byKind.computeIfAbsent(kind.gvk().groupKind(), _ -> new ArrayList<>()).add(kind);
    }
    byKind.values().forEach(versions -> install(client, versions));
  }

  private static void install(Client client, List<? extends Kind<?>> versions) {
    install(client, versions, Crd.of(versions));
  }

  /// Installs a kind whose versions a webhook converts.
  public static void install(
      Client client, List<? extends Kind<?>> versions, ConversionWebhook webhook) {
    install(client, versions, Crd.of(versions).convertedBy(webhook));
  }

  private static void install(Client client, List<? extends Kind<?>> versions, Crd crd) {
    DynamicObject wanted = crd.toObject();
    ResourceClient<DynamicObject> definitions = client.resources(KIND);
    definitions.apply(wanted);
    definitions.await(wanted.name(), Definitions::isEstablished, PATIENCE);
    for (Kind<?> kind : versions) {
      if (Boolean.TRUE.equals(kind.definitionVersion().get("served"))) {
        awaitServed(client, kind);
      }
    }
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
  private static void awaitServed(Client client, Kind<?> kind) {
    long begin = System.nanoTime();
    while (true) {
      try {
        client.metadata(kind).list(ListOptions.defaults().with(o -> o.limit(1)));
        return;
      } catch (ApiException.ServerError e) {
        return; // it serves the kind, and its webhook for conversions is not there yet
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
      TimeSource.system().sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a kind was installed", e);
    }
  }
}
