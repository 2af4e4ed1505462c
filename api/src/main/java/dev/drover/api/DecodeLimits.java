package dev.drover.api;

/// How much a decoder takes before it refuses: input may be hostile.
///
/// @param maxDepth how deep objects and lists may nest; at most 512, which any thread's stack holds
/// @param maxObjectBytes how large one object may be on the wire; below 1 GiB
public record DecodeLimits(int maxDepth, int maxObjectBytes) {
  /// Deeper than any schema of Kubernetes, larger than any object etcd stores by default (1.5 MB).
  public static final DecodeLimits DEFAULT = new DecodeLimits(256, 64 << 20);

  /// Checks the numbers.
  public DecodeLimits {
    if (maxDepth < 1 || maxDepth > 512 || maxObjectBytes < 1 || maxObjectBytes >= 1 << 30) {
      throw new IllegalArgumentException(
          "need 1 <= maxDepth <= 512 and 1 <= maxObjectBytes < 1 GiB, got maxDepth="
              + maxDepth
              + " maxObjectBytes="
              + maxObjectBytes);
    }
  }
}
