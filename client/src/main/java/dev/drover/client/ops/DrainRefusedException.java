package dev.drover.client.ops;

import dev.drover.api.ObjectKey;
import java.util.LinkedHashMap;
import java.util.Map;

/// A node has pods that may not be evicted with the options that were given.
public final class DrainRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Map<ObjectKey, String> reasons;

  DrainRefusedException(String node, Map<ObjectKey, String> reasons) {
    super("cannot drain node " + node + ": " + reasons);
    this.reasons = new LinkedHashMap<>(reasons);
  }

  /// The pods and why each may not be evicted, with the option that would allow it.
  public Map<ObjectKey, String> reasons() {
    return Map.copyOf(reasons);
  }
}
