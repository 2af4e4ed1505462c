package dev.drover.bench.harness;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs a main class in a JVM of its own, with this JVM's class path.
///
/// @param folder where the forks' error output goes
public record Forks(Path folder) {
  /// The lines that the fork printed.
  ///
  /// @throws IOException when it failed; says what it wrote to its error output
  public List<String> run(Class<?> main, List<String> options, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Jvm.JAVA));
    command.addAll(options);
    command.addAll(List.of("-cp", Jvm.CLASS_PATH, main.getName()));
    command.addAll(List.of(arguments));
    Path errors = folder.resolve("errors.txt");
    Process process =
        new ProcessBuilder(command).redirectError(Redirect.to(errors.toFile())).start();
    List<String> lines = process.inputReader().readAllLines();
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IOException(
          main.getSimpleName()
              + " "
              + String.join(" ", arguments)
              + " failed with exit code "
              + exit
              + "\n"
              + Files.readString(errors));
    }
    return lines;
  }
}
