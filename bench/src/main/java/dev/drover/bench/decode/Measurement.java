package dev.drover.bench.decode;

import java.util.Locale;

/// The result of one fork, per pod; times in microseconds.
///
/// @param cold wall time of the first pass of a fresh JVM
/// @param wall wall time of a warm pass
/// @param cpu CPU time of a warm pass, all threads of the process: decoding, garbage collector, JIT
/// @param thread CPU time of a warm pass, decoding thread only
/// @param allocated bytes
/// @param retained bytes that stay in the heap with the decoded list
/// @param samples a checksum over a few values of each pod
record Measurement(
    double cold,
    double wall,
    double cpu,
    double thread,
    double allocated,
    double retained,
    long samples) {

  private static final String MARK = "measured";

  /// As a line between processes.
  String toLine() {
    return String.format(
        Locale.ROOT,
        "%s %f %f %f %f %f %f %d",
        MARK,
        cold,
        wall,
        cpu,
        thread,
        allocated,
        retained,
        samples);
  }

  static boolean isLine(String line) {
    return line.startsWith(MARK + " ");
  }

  static Measurement parse(String line) {
    String[] parts = line.split(" ");
    double[] numbers = new double[7];
    for (int i = 1; i < numbers.length; i++) {
      numbers[i] = Double.parseDouble(parts[i]);
    }
    return new Measurement(
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        numbers[6],
        Long.parseLong(parts[7]));
  }
}
