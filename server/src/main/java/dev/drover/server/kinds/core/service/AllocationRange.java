package dev.drover.server.kinds.core.service;

import java.util.stream.LongStream;

/// A range of numbers from which services get theirs. The lower part of a range is used last, so
/// that it is there for requests for a certain number.
///
/// @param last the last one is included; a range whose last is below its first has none
/// @param dynamic where the part begins that is used first
record AllocationRange(long first, long last, long dynamic) {
  boolean contains(long value) {
    return value >= first && value <= last;
  }

  /// All numbers, beginning somewhere in the part that is used first.
  LongStream stream(int from) {
    if (last < dynamic) {
      return LongStream.rangeClosed(first, last);
    }
    long start = dynamic + Math.floorMod(from, last - dynamic + 1);
    return LongStream.concat(
        LongStream.concat(LongStream.rangeClosed(start, last), LongStream.range(dynamic, start)),
        LongStream.range(first, dynamic));
  }
}
