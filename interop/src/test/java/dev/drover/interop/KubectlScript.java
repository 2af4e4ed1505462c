package dev.drover.interop;

import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The script of everyday kubectl commands, which runs on any server.
final class KubectlScript {
  /// One command of the script.
  ///
  /// @param mustFail whether it has to end with an error
  /// @param compared whether its output is the same on every server
  record Command(String line, boolean mustFail, boolean compared) {}

  /// What a command did.
  ///
  /// @param output both streams, with what differs between two runs on one server taken out
  record Outcome(Command command, int exit, String output) {}

  private final List<Command> commands = new ArrayList<>();
  private final Path folder;

  /// Reads the script and writes its files to a folder.
  KubectlScript(Path folder) throws IOException {
    this.folder = folder;
    String file = "";
    List<String> content = new ArrayList<>();
    for (String line : lines()) {
      if (!file.isEmpty()) {
        if (line.equals(file)) {
          Files.write(folder.resolve(file), content);
          file = "";
          content.clear();
        } else {
          content.add(line);
        }
      } else if (line.startsWith("<<")) {
        file = line.substring(2);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        char first = line.charAt(0);
        boolean marked = first == '!' || first == '~';
        commands.add(new Command(marked ? line.substring(1) : line, first == '!', first != '~'));
      }
    }
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = KubectlScript.class.getResourceAsStream("kubectl.script")) {
      byte[] script = Objects.requireNonNull(in, "kubectl.script").readAllBytes();
      return new String(script, StandardCharsets.UTF_8).lines().toList();
    }
  }

  List<Command> commands() {
    return commands;
  }

  /// Runs all commands against the server of a kubeconfig.
  List<Outcome> run(String kubeconfig) throws Exception {
    Path config = Files.writeString(folder.resolve("kubeconfig"), kubeconfig);
    List<Outcome> outcomes = new ArrayList<>();
    for (Command command : commands) {
      List<String> words = new ArrayList<>(List.of("kubectl", "--request-timeout=20s"));
      words.addAll(words(command.line()));
      ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
      builder.environment().put("KUBECONFIG", config.toString());
      builder.environment().put("HOME", folder.toString()); // kubectl keeps discovery there
      ChildProcess.Ended ended = ChildProcess.run(builder);
      outcomes.add(new Outcome(command, ended.exitCode(), normalized(ended.output())));
    }
    return outcomes;
  }

  /// Words end at spaces, except that the value of the last option may hold some.
  private static List<String> words(String line) {
    int schedule = line.indexOf("--schedule=");
    if (schedule < 0) {
      return List.of(line.split(" "));
    }
    List<String> words = new ArrayList<>(List.of(line.substring(0, schedule).split(" ")));
    words.add(line.substring(schedule));
    return words;
  }

  /// Without times, ages, addresses, uids, versions and generated names.
  private static String normalized(String output) {
    return output
        .replaceAll("127\\.0\\.0\\.1:\\d+", "SERVER")
        .replaceAll("\\b10\\.0\\.0\\.\\d+\\b", "10.0.0.X")
        .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "TIME")
        .replaceAll("\\d{4}-\\d\\d-\\d\\d [0-9:]+\\.\\d+ [+-]\\d{4}", "TIME")
        .replaceAll("\\w{3}, \\d\\d \\w{3} \\d{4} [0-9:]+ [+-]\\d{4}", "TIME")
        .replaceAll("(resourceVersion: *)\"?\\d+\"?|(Resource Version: +)\\d+", "$1$2N")
        .replaceAll("\\b\\d+(ms|s|m)( ago)?(?=\\s|$)", "AGE")
        .replaceAll("/tmp/(LIVE|MERGED)-\\d+", "/tmp/$1")
        .replaceAll(" +", " ");
  }
}
