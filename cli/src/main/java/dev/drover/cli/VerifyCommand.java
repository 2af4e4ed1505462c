package dev.drover.cli;

import dev.drover.server.DataDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `./drover apiserver verify DIR`: reads a data directory and checks all of it.
@Command(
    name = "verify",
    description = "Checks every record of a data directory, without a change of it.")
final class VerifyCommand implements Callable<Integer> {
  @Mixin private final Terminal terminal = new Terminal();

  @Parameters(paramLabel = "DIR", description = "the data directory; no server may be using it")
  private Path directory = Path.of(".");

  @Override
  public Integer call() throws IOException {
    DataDirectories.Report report = DataDirectories.verify(directory);
    terminal.say(
        "%s is intact: %d objects at revision %d"
            .formatted(directory, report.objects(), report.revision()));
    return 0;
  }
}
