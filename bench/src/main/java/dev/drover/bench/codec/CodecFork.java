package dev.drover.bench.codec;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.drover.api.Format;
import dev.drover.bench.harness.ResultLine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One fresh JVM that measures one contender: `CodecFork CONTENDER` prints a line of JSON.
///
/// @param <T> what a database becomes
final class CodecFork<T> {
  // CPU time of the measuring thread in ns: on a busy machine, wall time would cut runs short.
  private static final long WARM_UP = 3_000_000_000L;
  private static final long MEASURED = 2_000_000_000L;

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Mapping<T> mapping;
  private volatile Object last = ""; // what is computed is used

  private CodecFork(Mapping<T> mapping) {
    this.mapping = mapping;
  }

  /// Reads or writes all databases once.
  private interface Pass {
    void run() throws IOException;
  }

  public static void main(String[] args) throws IOException {
    CodecContender contender = CodecContender.valueOf(args[0]);
    System.out.println(new CodecFork<>(contender.mapping()).measure());
  }

  private ResultLine measure() throws IOException {
    byte[][] json = Databases.json();
    List<T> objects = new ArrayList<>();
    long bytes = 0;
    for (byte[] one : json) {
      objects.add(same(one));
      bytes += one.length;
    }
    Pass decode =
        () -> {
          for (byte[] one : json) {
            last = mapping.decode(one);
          }
        };
    Pass encode =
        () -> {
          for (T object : objects) {
            last = mapping.encode(object);
          }
        };
    Cost decoding = cost(decode);
    Cost encoding = cost(encode);
    return new ResultLine(
        Map.of(
            "bytes", (double) bytes / json.length,
            "decodeMicros", decoding.micros,
            "decodeAllocated", decoding.allocated,
            "encodeMicros", encoding.micros,
            "encodeAllocated", encoding.allocated));
  }

  /// A mapping that loses something has won nothing.
  private T same(byte[] json) throws IOException {
    T object = mapping.decode(json);
    Database before = Database.KIND.codec().decode(json, Format.JSON);
    Database after = Database.KIND.codec().decode(mapping.encode(object), Format.JSON);
    if (!before.equals(after)) {
      throw new IllegalStateException("%s became %s".formatted(before, after));
    }
    return object;
  }

  private static Cost cost(Pass pass) throws IOException {
    passes(pass, WARM_UP);
    return passes(pass, MEASURED);
  }

  /// As many passes as fit into this time.
  private static Cost passes(Pass pass, long nanos) throws IOException {
    long cpu = PROCESS.getProcessCpuTime();
    long thread = THREADS.getCurrentThreadCpuTime();
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    long objects = 0;
    do {
      pass.run();
      objects += Databases.COUNT;
    } while (THREADS.getCurrentThreadCpuTime() - thread < nanos);
    return new Cost(
        (PROCESS.getProcessCpuTime() - cpu) / 1e3 / objects,
        (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / objects);
  }

  /// Of one object.
  ///
  /// @param micros of CPU time, all threads of the process: the garbage collector's, too
  private record Cost(double micros, double allocated) {}
}
