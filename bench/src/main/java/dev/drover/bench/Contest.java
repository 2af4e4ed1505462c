package dev.drover.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lets each contender run in a fresh process, all in the same way.
///
/// @param go empty where it cannot be built
record Contest(Path folder, Optional<GoPeers> go) {
  boolean canRun(CacheContender contender) {
    return !contender.isGo() || go.isPresent();
  }

  /// What it said.
  ///
  /// @param more arguments of the measurement
  /// @throws IOException when it failed; says what it wrote to its error output
  ResultLine run(
      String bench, CacheContender contender, Target target, Served served, String... more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (contender.isGo()) {
      command.addAll(go.orElseThrow().command(contender.goFlags(bench, served)));
    } else {
      command.addAll(Jvm.withAll());
      command.addAll(List.of(Main.class.getName(), bench, "--variant", contender.variant()));
      command.addAll(List.of("--kind", served.plural()));
    }
    command.addAll(target.arguments());
    command.addAll(List.of(more));
    return ResultLine.parse(run(folder, command, target.token()));
  }

  /// The same for so many events of a watch.
  ///
  /// @throws IOException when it failed, or did not see each of them once and in order
  ResultLine watch(CacheContender contender, Target target, Served served, int events)
      throws IOException, InterruptedException {
    ResultLine line = run("watch", contender, target, served, "--events", Integer.toString(events));
    if (line.number("events") != events || !line.isTrue("inOrder")) {
      throw new IOException("not all of " + events + " events once and in order: " + line);
    }
    return line;
  }

  /// Runs a process, with the time of its start as an argument; its last line of JSON.
  ///
  /// @throws IOException when it failed; says what it wrote to its error output
  static String run(Path folder, List<String> command, String token)
      throws IOException, InterruptedException {
    Path errors = folder.resolve("errors.txt");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    Map<String, String> environment = builder.environment();
    environment.put(Target.TOKEN, token);
    environment.remove(Clock.LAUNCHED);
    environment.put(Clock.STARTED, Long.toString(Clock.nanos()));
    Process process = builder.start();
    List<String> lines =
        process.inputReader().readAllLines().stream().filter(l -> l.startsWith("{")).toList();
    int exit = process.waitFor();
    if (exit != 0 || lines.isEmpty()) {
      throw new IOException(
          String.join(" ", command)
              + " failed with exit code "
              + exit
              + "\n"
              + Files.readString(errors));
    }
    return lines.getLast();
  }
}
