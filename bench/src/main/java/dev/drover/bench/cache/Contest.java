package dev.drover.bench.cache;

import dev.drover.bench.harness.GoPeers;
import dev.drover.bench.harness.Jvm;
import dev.drover.bench.harness.ResultLine;
import dev.drover.bench.harness.Target;
import dev.drover.bench.harness.TimedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs each contender in a fresh process, all in the same way.
///
/// @param go empty where it cannot be built
public record Contest(Path folder, Optional<GoPeers> go) {
  public boolean canRun(CacheContender contender) {
    return !contender.isGo() || go.isPresent();
  }

  /// What it said.
  ///
  /// @param more arguments of the measurement
  /// @throws IOException when it failed; says what it wrote to its error output
  public ResultLine run(
      String bench, CacheContender contender, Target target, Served served, String... more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (contender.isGo()) {
      command.addAll(go.orElseThrow().command(contender.goFlags(bench, served)));
    } else {
      command.addAll(Jvm.withAll());
      command.addAll(List.of(Jvm.MAIN, bench, "--variant", contender.variant()));
      command.addAll(List.of("--kind", served.plural()));
    }
    command.addAll(target.arguments());
    command.addAll(List.of(more));
    return ResultLine.parse(TimedProcess.run(folder, command, target.token()));
  }

  /// The same for so many events of a watch.
  ///
  /// @throws IOException when it failed, or did not see each of them once and in order
  public ResultLine watch(CacheContender contender, Target target, Served served, int events)
      throws IOException, InterruptedException {
    ResultLine line = run("watch", contender, target, served, "--events", Integer.toString(events));
    if (line.number("events") != events || !line.isTrue("inOrder")) {
      throw new IOException("not all of " + events + " events once and in order: " + line);
    }
    return line;
  }
}
