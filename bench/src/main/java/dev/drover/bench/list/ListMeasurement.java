package dev.drover.bench.list;

import dev.drover.bench.harness.ForkEnd;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The figures of one read of all pods, from the start of the process on.
///
/// @param wall seconds until the last pod was there
/// @param cpu seconds of CPU of the reader
/// @param server seconds of CPU of the API server
/// @param peak the most memory that was resident, in MB; 0 = not known
/// @param bytes of the answer's body; 0 = not known
record ListMeasurement(double wall, double cpu, double server, double peak, long bytes) {

  static ListMeasurement ofFork(Instant start, ForkEnd end, Duration server) {
    long begun = ChronoUnit.MICROS.between(Instant.EPOCH, start);
    return new ListMeasurement(
        (end.micros() - begun) / 1e6,
        end.cpuMillis() / 1e3,
        server.toMillis() / 1e3,
        end.peakKilobytes() / 1e3,
        end.bytes());
  }

  /// @param said bytes, and the CPU seconds in user mode and in the system
  static ListMeasurement ofCurl(Duration wall, List<String> said, Duration server) {
    return new ListMeasurement(
        wall.toNanos() / 1e9,
        Double.parseDouble(said.get(1)) + Double.parseDouble(said.get(2)),
        server.toMillis() / 1e3,
        0,
        Long.parseLong(said.get(0)));
  }
}
