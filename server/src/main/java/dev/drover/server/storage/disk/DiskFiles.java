package dev.drover.server.storage.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The names of the files in a data directory, and their durable creation.
final class DiskFiles {
  static final String LOG = ".log";
  static final String SNAPSHOT = ".snapshot";
  static final String UNFINISHED = ".tmp";
  private static final int DIGITS = 20;

  private final Path folder;

  DiskFiles(Path folder) {
    this.folder = folder;
  }

  Path log(long revision) {
    return folder.resolve(name(revision, LOG));
  }

  Path snapshot(long revision) {
    return folder.resolve(name(revision, SNAPSHOT));
  }

  Path unfinishedSnapshot(long revision) {
    return folder.resolve(name(revision, SNAPSHOT + UNFINISHED));
  }

  private static String name(long revision, String suffix) {
    String digits = Long.toString(revision);
    return "0".repeat(DIGITS - digits.length()) + digits + suffix;
  }

  /// The files of a kind by the revision in their names.
  NavigableMap<Long, Path> all(String suffix) throws IOException {
    NavigableMap<Long, Path> files = new TreeMap<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*" + suffix)) {
      for (Path file : found) {
        String name = file.getFileName().toString();
        String digits = name.substring(0, name.length() - suffix.length());
        if (digits.length() == DIGITS && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
          files.put(Long.parseLong(digits), file);
        }
      }
    }
    return files;
  }

  /// Makes creations, renames and deletions in the directory durable.
  void forceFolder() throws IOException {
    force(folder);
  }

  /// Makes creations, renames and deletions in a directory durable.
  static void force(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
