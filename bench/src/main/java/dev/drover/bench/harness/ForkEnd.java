package dev.drover.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The figures of a process at the end of its work. Read without JMX, whose start alone would be a
/// tenth of the work of the fastest.
///
/// @param micros the time of day
/// @param cpuMillis CPU time since the process began, all of its threads
/// @param peakKilobytes the most memory that was resident; 0 where the system does not tell
/// @param objects that came out
/// @param bytes that came in
public record ForkEnd(long micros, long cpuMillis, long peakKilobytes, int objects, long bytes) {
  private static final Path STATUS = Path.of("/proc/self/status");

  public static ForkEnd now(int objects, long bytes) throws IOException {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    return new ForkEnd(micros, cpu().toMillis(), peak(), objects, bytes);
  }

  /// CPU time since the process began, in steps of 10 ms.
  public static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static long peak() throws IOException {
    return status("VmHWM:");
  }

  /// The memory that is resident now, in kilobytes; 0 where the system does not tell.
  public static long resident() throws IOException {
    return status("VmRSS:");
  }

  private static long status(String name) throws IOException {
    if (!Files.exists(STATUS)) {
      return 0;
    }
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    return 0;
  }

  public String toLine() {
    return micros + " " + cpuMillis + " " + peakKilobytes + " " + objects + " " + bytes;
  }

  public static ForkEnd parse(String line) {
    String[] parts = line.split(" ");
    return new ForkEnd(
        Long.parseLong(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Integer.parseInt(parts[3]),
        Long.parseLong(parts[4]));
  }
}
