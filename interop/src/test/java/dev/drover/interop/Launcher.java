package dev.drover.interop;

import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Stands for `./drover`: a program with its commands on the class path of this test, so that
/// nothing is built while tests run.
final class Launcher {
  private Launcher() {}

  /// Writes the program into a folder.
  static Path write(Path folder) throws IOException {
    Path file = folder.resolve("drover");
    Files.writeString(
        file,
        """
        #!/bin/sh
        exec '%s' -cp '%s' dev.drover.cli.Main "$@"
        """
            .formatted(ChildProcess.java(), System.getProperty("java.class.path")));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }
}
