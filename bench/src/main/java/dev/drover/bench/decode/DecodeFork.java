package dev.drover.bench.decode;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.drover.bench.decode.Decoder.Decoded;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;

/// One fresh JVM that measures one contender: `DecodeFork CONTENDER FOLDER`.
///
/// ```
///   first pass │ warm-up until the JIT is quiet │ measured passes │ one pass for the heap
/// ```
final class DecodeFork {
  // CPU time of the decoding thread in ns: on a busy machine, wall time would cut passes short.
  private static final long WARM_UP = 1_000_000_000L;
  private static final long LONGEST_WARM_UP = 3_000_000_000L;
  private static final long MEASURED = 1_500_000_000L;

  /// Share of a pass's time in which the JIT may still work when the warm-up ends.
  private static final double QUIET_JIT = 0.05;

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final CompilationMXBean JIT = ManagementFactory.getCompilationMXBean();

  private final byte[] bytes;
  private final int pods;

  private DecodeFork(byte[] bytes, int pods) {
    this.bytes = bytes;
    this.pods = pods;
  }

  public static void main(String[] args) throws IOException {
    Contender contender = Contender.valueOf(args[0]);
    byte[] bytes = Files.readAllBytes(contender.input.in(Path.of(args[1])));
    DecodeFork fork = new DecodeFork(bytes, contender.input.pods.count());
    System.out.println(fork.measure(contender).toLine());
  }

  private Measurement measure(Contender contender) throws IOException {
    Usage start = Usage.now(0);
    Decoder<?> decoder = contender.decoder(); // what a client sets up is part of its cold start
    decoder.decode(bytes);
    Usage cold = Usage.now(pods).minus(start);
    warmUp(decoder);
    Usage warm = passes(decoder, MEASURED);
    return measureHeap(decoder, cold, warm);
  }

  /// Until the JIT is done, but for stragglers.
  private void warmUp(Decoder<?> decoder) throws IOException {
    passes(decoder, WARM_UP);
    long compiled;
    Usage pass;
    long spent = WARM_UP;
    do {
      compiled = JIT.getTotalCompilationTime();
      pass = passes(decoder, 0);
      spent += pass.thread;
    } while (spent < LONGEST_WARM_UP
        && (JIT.getTotalCompilationTime() - compiled) * 1e6 > QUIET_JIT * pass.wall);
  }

  /// As many passes as fit into this time, at least one; each result dies with its pass.
  private Usage passes(Decoder<?> decoder, long nanos) throws IOException {
    Usage start = Usage.now(0);
    int passes = 0;
    do {
      decoder.decode(bytes);
      passes++;
    } while (THREADS.getCurrentThreadCpuTime() - start.thread < nanos);
    return Usage.now(passes * pods).minus(start);
  }

  private <T> Measurement measureHeap(Decoder<T> decoder, Usage cold, Usage warm)
      throws IOException {
    long before = usedHeap();
    Decoded<T> held = decoder.decode(bytes);
    long retained = usedHeap() - before;
    long samples = 0;
    for (T pod : held.pods()) {
      samples = samples * 31 + decoder.sample(pod).hashCode();
    }
    Reference.reachabilityFence(held);
    return new Measurement(
        cold.wall / 1e3 / cold.pods,
        warm.wall / 1e3 / warm.pods,
        warm.cpu / 1e3 / warm.pods,
        warm.thread / 1e3 / warm.pods,
        (double) warm.allocated / warm.pods,
        (double) retained / pods,
        samples);
  }

  private static long usedHeap() {
    System.gc();
    System.gc(); // once more for what only the first collection made unreachable
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /// Clocks and counters; times in nanoseconds.
  private record Usage(int pods, long wall, long cpu, long thread, long allocated) {
    static Usage now(int pods) {
      return new Usage(
          pods,
          System.nanoTime(),
          PROCESS.getProcessCpuTime(),
          THREADS.getCurrentThreadCpuTime(),
          THREADS.getCurrentThreadAllocatedBytes());
    }

    Usage minus(Usage start) {
      return new Usage(
          pods - start.pods,
          wall - start.wall,
          cpu - start.cpu,
          thread - start.thread,
          allocated - start.allocated);
    }
  }
}
