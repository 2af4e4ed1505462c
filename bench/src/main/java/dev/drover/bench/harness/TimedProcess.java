package dev.drover.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A process of a contender, which is given the time of its start and ends with a line of JSON.
public final class TimedProcess {
  private TimedProcess() {}

  /// Runs a process, with the time of its start in its environment; its last line of JSON.
  ///
  /// @throws IOException when it failed; says what it wrote to its error output
  public static String run(Path folder, List<String> command, String token)
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
