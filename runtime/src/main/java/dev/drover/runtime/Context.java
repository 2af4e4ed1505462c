package dev.drover.runtime;

import dev.drover.api.KubernetesObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;

/// The run of a reconciler for one object: reads, writes, events and log. Belongs to that one run.
///
/// ```java
/// Result reconcile(Shop shop, Context<Shop> ctx) {
///   ctx.client().apply(deploymentOf(shop));
///   ctx.event("Applied", "applied the deployment");
///   return Result.done();
/// }
/// ```
///
/// @param <T> the type of the object
public interface Context<T extends KubernetesObject> {
  /// Reads from the cache, writes to the server, and never reads anything older than it wrote.
  ClusterClient client();

  /// A logger that says which controller, which object and which run.
  Logger log();

  /// Records an event of type `Normal` about the object, for `kubectl describe`.
  ///
  /// @param reason one word, such as `Synced`
  /// @param message a sentence for people
  void event(String reason, String message);

  /// Records an event of type `Warning` about the object.
  void warning(String reason, String message);

  /// The name of the object.
  Request request();

  /// Tells this run from all others, in logs and traces.
  ///
  /// In Go: {@index controller.ReconcileIDFromContext}.
  String reconcileId();

  /// The number of this run since it last worked, from 1.
  int attempt();

  /// Why the last run did not work, if it did not.
  Optional<Throwable> lastError();

  /// When this run is interrupted, if there is a limit.
  Optional<Instant> deadline();

  /// The time that the controller works by. A reconciler that takes the time from here can be
  /// tested with time that a test moves.
  ///
  /// ```java
  /// Duration left = Duration.between(ctx.clock().instant(), certificate.expires());
  /// ```
  InstantSource clock();

  /// Why this run happens; for logs and traces, not for decisions.
  Reason reason();
}
