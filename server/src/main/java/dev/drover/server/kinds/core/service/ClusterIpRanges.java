package dev.drover.server.kinds.core.service;

import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.validation.Cidr;
import dev.drover.server.validation.Ip;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The ranges from which services get their addresses: those of all `ServiceCIDR`s that are ready
/// and not being deleted.
///
/// Kubernetes picks a range at random; here an address comes from the range of the server itself,
/// and from others when that is full.
///
/// In Go: `MetaAllocator`.
final class ClusterIpRanges {
  private static final String STORAGE = "networking.k8s.io/servicecidrs";
  private static final String OWN = "kubernetes";
  private static final int V4_BITS = 32;
  private static final int SHARE = 16; // of a range is kept for services that request an address
  private static final long SMALLEST_SHARE = 16;
  private static final long LARGEST_SHARE = 256;

  private final List<AllocationRange> ranges;

  private ClusterIpRanges(List<AllocationRange> ranges) {
    this.ranges = ranges;
  }

  /// The ranges that there are.
  static ClusterIpRanges of(StoredObjects objects) {
    return new ClusterIpRanges(
        objects.list(STORAGE, "").stream()
            .map(TreeNode::view)
            .filter(ClusterIpRanges::isReady)
            .sorted(Comparator.comparing(range -> !name(range).equals(OWN)))
            .flatMap(range -> range.at("spec").texts("cidrs").stream())
            .flatMap(text -> Cidr.parse(text).stream())
            .filter(cidr -> !cidr.isV6()) // the server has no second family
            .map(ClusterIpRanges::range)
            .toList());
  }

  /// What there would be if every address were one for services.
  static ClusterIpRanges any() {
    return new ClusterIpRanges(List.of(new AllocationRange(0, (1L << V4_BITS) - 1, 0)));
  }

  private static String name(TreeNode range) {
    return range.at("metadata").text("name");
  }

  /// A range without a condition is ready.
  private static boolean isReady(TreeNode range) {
    boolean isRefused =
        range.at("status").items("conditions").stream()
            .filter(condition -> condition.text("type").equals("Ready"))
            .findFirst()
            .filter(condition -> !condition.text("status").equals("True"))
            .isPresent();
    return !isRefused && !range.at("metadata").has("deletionTimestamp");
  }

  /// All addresses but the first, which names the network, and the last, the broadcast address.
  private static AllocationRange range(Cidr cidr) {
    long network = number(cidr.network().getAddress());
    long size = 1L << (V4_BITS - cidr.bits());
    long kept =
        size <= SMALLEST_SHARE ? 0 : Math.clamp(size / SHARE, SMALLEST_SHARE, LARGEST_SHARE);
    return new AllocationRange(network + 1, network + size - 2, network + 1 + kept);
  }

  boolean contain(String address) {
    Optional<Ip> ip = Ip.parse(address).filter(it -> !it.isV6());
    return ip.isPresent()
        && ranges.stream().anyMatch(r -> r.contains(number(ip.get().address().getAddress())));
  }

  /// A free address.
  ///
  /// @param from where to begin with the search
  Optional<String> free(int from, Set<String> used) {
    return ranges.stream()
        .map(range -> range.stream(from))
        .flatMap(LongStream::boxed)
        .map(ClusterIpRanges::text)
        .filter(address -> !used.contains(address))
        .findFirst();
  }

  private static long number(byte[] address) {
    return Integer.toUnsignedLong(ByteBuffer.wrap(address).getInt());
  }

  private static String text(long number) {
    byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt((int) number).array();
    return String.join(
        ".",
        Stream.of(bytes[0], bytes[1], bytes[2], bytes[3])
            .map(part -> Integer.toString(Byte.toUnsignedInt(part)))
            .toList());
  }
}
