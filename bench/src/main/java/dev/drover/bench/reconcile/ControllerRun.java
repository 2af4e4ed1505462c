package dev.drover.bench.reconcile;

import dev.drover.bench.harness.Arguments;
import dev.drover.bench.harness.Clock;
import dev.drover.bench.harness.ForkEnd;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Target;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// `reconcile`, `start` and `small`: one controller in this fresh JVM; or all of them, each in a
/// process.
public final class ControllerRun {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Set<String> OPTIONS =
      Set.of("variant", "namespace", "objects", "workers", "rounds", "linger", "jvm", "only");

  private ControllerRun() {}

  /// @param bench `reconcile`, or `start` or `small`, which end with the first reconcile
  public static void main(String bench, String[] args) throws Exception {
    Set<String> options = new HashSet<>(Target.OPTIONS);
    options.addAll(OPTIONS);
    Arguments arguments = Arguments.parse(args, options, Set.of(Target.INSECURE, "consoles"));
    var target = Target.of(arguments);
    if (target.isEmpty()) {
      ControllerBench.run(bench, arguments);
      return;
    }
    int exit = 1; // some do not end their threads, and their end is not measured
    try {
      ResultLine result = one(bench, arguments, target.get());
      // What its own writes bring back may cause more calls.
      Thread.sleep(arguments.number("linger", 0));
      System.out.println(result.with("residentKilobytes", ForkEnd.resident()));
      exit = 0;
    } catch (Throwable e) {
      e.printStackTrace();
    } finally {
      System.out.flush();
      Runtime.getRuntime().halt(exit);
    }
  }

  private static ResultLine one(String bench, Arguments arguments, Target target) throws Exception {
    ControllerContender contender =
        ControllerContender.of(arguments.find("variant").orElse("drover"));
    Job job =
        Job.of(
            arguments.find("namespace").orElse("default"),
            arguments.number("objects", 1),
            arguments.number("workers", ControllerBench.WORKERS),
            !bench.equals("reconcile"));
    long begun = Clock.nanos();
    contender.start(target, job);
    long end = job.await(LIMIT);
    ForkEnd fork = ForkEnd.now(job.objects(), 0);
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("bench", bench);
    result.put("contender", contender.variant);
    result.put("objects", job.objects());
    result.put("processMillis", Clock.millisSince(Clock.STARTED, end, System.getenv()).orElse(0.0));
    result.put("workMillis", ResultLine.rounded((end - begun) / 1e6));
    result.put("cpuSeconds", fork.cpuMillis() / 1e3);
    result.put("peakKilobytes", fork.peakKilobytes());
    return new ResultLine(result);
  }
}
