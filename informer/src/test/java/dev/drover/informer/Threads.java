package dev.drover.informer;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Which threads there are, virtual ones included.
final class Threads {
  private static final Pattern NAME = Pattern.compile("\"name\": \"([^\"]*)\"");

  private Threads() {}

  /// The names of the threads that begin so.
  static List<String> named(String prefix) throws IOException {
    Path folder = Files.createTempDirectory("threads");
    Path file = folder.resolve("dump.json");
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
      return NAME.matcher(Files.readString(file))
          .results()
          .map((MatchResult found) -> found.group(1))
          .filter(name -> name.startsWith(prefix))
          .toList();
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }
}
