package dev.drover.bench.list;

import dev.drover.bench.harness.Access;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// curl, timed by bash.
record Curl(Access access) {

  static boolean isInstalled() throws InterruptedException {
    try {
      return new ProcessBuilder("curl", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// What curl says (`--write-out`) after reading an address, followed by the CPU seconds it took:
  /// `... USER SYSTEM`.
  List<String> run(String target, String writeOut, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("bash", "-c", "TIMEFORMAT=' %U %S'; time curl \"$@\"", "curl"));
    command.addAll(List.of("--silent", "--show-error", "--fail", "--output", "/dev/null"));
    command.addAll(List.of("--cacert", access.authority().toString()));
    command.addAll(List.of("--header", "@" + access.headerFile()));
    command.addAll(List.of("--user-agent", Lister.AGENT, "--write-out", writeOut));
    command.addAll(options);
    command.add(access.server().resolve(target).toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C"); // a point in numbers
    Process process = builder.start();
    byte[] said = process.getInputStream().readAllBytes();
    String text = new String(said, StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException("curl failed: " + text);
    }
    return List.of(text.split("\\s+"));
  }
}
