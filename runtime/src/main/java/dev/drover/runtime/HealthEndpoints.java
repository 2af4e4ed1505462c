package dev.drover.runtime;

import dev.drover.client.Client;
import dev.drover.runtime.health.HealthCheck;
import dev.drover.runtime.health.HealthOptions;
import dev.drover.runtime.internal.AccessReviews;
import dev.drover.runtime.internal.HealthServer;
import dev.drover.runtime.webhook.WebhookServer;
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
      ManagerOptions options, Cache cache, WebhookServer webhooks, HealthCheck election) {
    SequencedMap<String, HealthCheck> ready = new LinkedHashMap<>();
    ready.put("caches", () -> new CacheSync(cache.kinds()).checkFresh());
    ready.put("webhooks", webhooks::checkReady);
    ready.putAll(options.readyChecks());
    SequencedMap<String, HealthCheck> healthy = new LinkedHashMap<>(options.healthChecks());
    if (options.leader().isPresent()) {
      healthy.put("leader-election", election);
    }
    return new HealthEndpoints(healthy, ready);
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
