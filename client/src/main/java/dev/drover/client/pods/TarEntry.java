package dev.drover.client.pods;

import java.time.Instant;

/// One entry of a tar archive.
///
/// @param name as written, with slashes
/// @param linkName where a link points; empty for others
/// @param mode the permission bits
record TarEntry(Type type, String name, String linkName, long size, int mode, Instant modified) {
  /// What an entry is.
  enum Type {
    FILE,
    DIRECTORY,
    SYMBOLIC_LINK,
    HARD_LINK
  }

  static TarEntry directory(String name, int mode, Instant modified) {
    return new TarEntry(Type.DIRECTORY, name, "", 0, mode, modified);
  }

  static TarEntry file(String name, long size, int mode, Instant modified) {
    return new TarEntry(Type.FILE, name, "", size, mode, modified);
  }

  static TarEntry symbolicLink(String name, String to, Instant modified) {
    return new TarEntry(Type.SYMBOLIC_LINK, name, to, 0, 0777, modified);
  }
}
