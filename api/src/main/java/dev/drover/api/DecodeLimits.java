package dev.drover.api;

/// How much a decoder accepts: input may be hostile.
///
/// An object beyond a limit is a [DecodeException]; a list or a watch reports it and goes on with
/// the next one.
///
/// ```java
/// var codec = Codec.of(Kind.of(Pod.class)).limitedTo(DecodeLimits.DEFAULT.withMaxDepth(100));
/// ```
///
/// @param maxDepth how deep objects and lists may nest; at most 10,000, as in Go. Records of the
///   user nest 256 levels at most: their `equals` and `hashCode` are made by the compiler and need
///   about 1.5 KB of stack for each level. A [RawExtension] as a part of the record, or a
///   [DynamicObject], reads deeper ones
/// @param maxObjectBytes how large one object may be on the wire; below 1 GiB
public record DecodeLimits(int maxDepth, int maxObjectBytes) {
  private static final int MAX_DEPTH = 10_000;

  /// As deep as Go reads, and larger than any object that etcd stores by default (1.5 MB).
  public static final DecodeLimits DEFAULT = new DecodeLimits(MAX_DEPTH, 64 << 20);

  /// Checks the numbers.
  public DecodeLimits {
    if (maxDepth < 1 || maxDepth > MAX_DEPTH || maxObjectBytes < 1 || maxObjectBytes >= 1 << 30) {
      throw new IllegalArgumentException(
          "need 1 <= maxDepth <= 10000 and 1 <= maxObjectBytes < 1 GiB, got maxDepth="
              + maxDepth
              + " maxObjectBytes="
              + maxObjectBytes);
    }
  }

  /// A copy with another depth.
  public DecodeLimits withMaxDepth(int changed) {
    return new DecodeLimits(changed, maxObjectBytes);
  }

  /// A copy with another size.
  public DecodeLimits withMaxObjectBytes(int changed) {
    return new DecodeLimits(maxDepth, changed);
  }
}
