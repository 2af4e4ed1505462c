package dev.drover.runtime.engine;

import dev.drover.runtime.Reason;
import dev.drover.runtime.Request;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// One run of a controller for one request.
///
/// @param id unique among all runs
/// @param number of attempts since the request last succeeded, this one included
/// @param lastError the failure of the attempt before, if it failed
/// @param reason why it happens
/// @param deadline when it is interrupted, if there is a limit
public record Attempt(
    Request request,
    String id,
    int number,
    Optional<Throwable> lastError,
    Reason reason,
    Optional<Instant> deadline) {
  /// What the log says of this run, with controller-runtime's keys, so that existing searches find
  /// it.
  ///
  /// @param kind of the object; empty if the controller has none
  public Map<String, String> facts(String controller, String kind) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("controller", controller);
    if (!kind.isEmpty()) {
      facts.put("controllerKind", kind);
    }
    if (!request.namespace().isEmpty()) {
      facts.put("namespace", request.namespace());
    }
    facts.put("name", request.name());
    facts.put("reconcileID", id);
    return facts;
  }
}
