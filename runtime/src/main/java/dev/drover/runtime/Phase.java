package dev.drover.runtime;

/// The phase in which a component of a manager starts. Phases start in this order and stop in the
/// reverse order.
public enum Phase {
  /// HTTP servers for health and metrics: they say how the rest of the start is going.
  SERVER,
  /// Webhooks: the API server may need them to answer lists.
  WEBHOOK,
  /// Caches. Everything after this reads from them.
  CACHE,
  /// What runs on every replica.
  ALWAYS,
  /// What runs only on the replica that leads: started each time it becomes the leader, stopped
  /// each time it is no longer.
  LEADER
}
