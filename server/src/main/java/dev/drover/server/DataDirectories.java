package dev.drover.server;

import dev.drover.server.storage.SavedState;
import dev.drover.server.storage.disk.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Checks data directories of servers.
///
/// ```java
/// var report = DataDirectories.verify(Path.of("data"));
/// IO.println(report.objects() + " objects at revision " + report.revision());
/// ```
public final class DataDirectories {
  private DataDirectories() {}

  /// What a data directory contains.
  ///
  /// @param revision of the last write
  /// @param objects that exist at this revision
  public record Report(long revision, long objects) {}

  /// Reads every record of a data directory, as a server does at its start, without a change of the
  /// directory.
  ///
  /// @throws IOException when there is no such directory, a server uses it, or a record does not
  ///   fit its checksum: the message names the file and the position
  public static Report verify(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new NoSuchFileException(directory + " is not a directory");
    }
    try (DataDirectory data = DataDirectory.open(directory)) {
      SavedState saved = data.verify();
      return new Report(saved.revision(), saved.objects());
    }
  }
}
