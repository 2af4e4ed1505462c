package dev.drover.server.storage.disk;

import java.io.IOException;
import java.nio.file.Path;

/// A file of a data directory does not contain what was written to it.
///
/// The server refuses to start on such a directory: going on would lose acknowledged writes.
public final class CorruptDataException extends IOException {
  private static final long serialVersionUID = 1L;

  CorruptDataException(Path file, long position, String problem) {
    super(
        "%s is corrupt at byte %d: %s. Restore the data directory from a copy, or move it away to start empty"
            .formatted(file, position, problem));
  }
}
