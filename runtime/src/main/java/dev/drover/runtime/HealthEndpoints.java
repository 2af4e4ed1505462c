package dev.drover.runtime;

import dev.drover.client.Client;
import dev.drover.runtime.health.HealthCheck;
import dev.drover.runtime.health.HealthOptions;
import dev.drover.runtime.internal.AccessReviews;
import dev.drover.runtime.internal.HealthServer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// The health endpoints of a manager: its own checks, then those of its options.
///
/// @param healthy of `/healthz`, by name
/// @param ready of `/readyz`, by name
record HealthEndpoints(
    SequencedMap<String, HealthCheck> healthy, SequencedMap<String, HealthCheck> ready) {
  /// @param election fails if the election of the manager does not make progress
  static HealthEndpoints of(
      ManagerOptions options, Cache cache, ManagedWebhooks webhooks, HealthCheck election) {
    SequencedMap<String, HealthCheck> ready = new LinkedHashMap<>();
    ready.put("caches", () -> conditions(cache, webhooks).checkFresh());
    ready.put("webhooks", webhooks.server()::checkReady);
    ready.putAll(options.readyChecks());
    SequencedMap<String, HealthCheck> healthy = new LinkedHashMap<>(options.healthChecks());
    if (options.leader().isPresent()) {
      healthy.put("leader-election", election);
    }
    return new HealthEndpoints(healthy, ready);
  }

  /// Without the kinds that the manager converts: the server may be unable to list them before a
  /// Service leads to the manager, which it does once the manager is ready.
  private static CacheSync conditions(Cache cache, ManagedWebhooks webhooks) {
    return new CacheSync(
        cache.kinds().stream()
            .filter(kind -> !webhooks.converts(kind.kind().gvk().groupKind()))
            .toList());
  }

  HealthServer serve(HealthOptions how, ManagerOptions options, Client live) {
    return new HealthServer(
        how,
        new HealthServer.Endpoints(
            Map.of("healthz", healthy, "readyz", ready),
            options.metrics(),
            how.protectsMetrics()
                ? Optional.of(new AccessReviews(live, options.time()))
                : Optional.empty()),
        options.time(),
        options.observer());
  }

  /// All checks by path and name.
  SequencedMap<String, HealthCheck> all() {
    SequencedMap<String, HealthCheck> all = new LinkedHashMap<>();
    healthy.forEach((name, check) -> all.put("healthz/" + name, check));
    ready.forEach((name, check) -> all.put("readyz/" + name, check));
    return Collections.unmodifiableSequencedMap(all);
  }
}
