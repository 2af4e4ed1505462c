package dev.drover.testsupport;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes the stacks of all threads, virtual ones included, to files that `./drover test` shows.
final class ThreadDumps {
  /// The folder of the files; `target` of the module under test unless set.
  static final String FOLDER = "drover.test.thread-dumps";

  private ThreadDumps() {}

  /// Writes a dump whose first line says why.
  ///
  /// @return the file
  static Path write(String reason) {
    try {
      Path folder =
          Files.createDirectories(Path.of(System.getProperty(FOLDER, "target")).toAbsolutePath());
      Path file = Files.createTempFile(folder, "thread-dump-", ".txt");
      Path stacks = folder.resolve(file.getFileName() + ".stacks"); // must not exist
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(stacks.toString(), ThreadDumpFormat.TEXT_PLAIN);
      Files.write(file, List.of(reason, "", Files.readString(stacks)));
      Files.delete(stacks);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a thread dump: " + reason, e);
    }
  }
}
