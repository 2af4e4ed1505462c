package dev.drover.client.pods;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// Packs a file or a folder into an archive; links are packed as links.
final class Packer {
  private static final int FILE_MODE = 0644; // where the file system has no permissions
  private static final int FOLDER_MODE = 0755;

  private final TarWriter tar;

  Packer(OutputStream out) {
    this.tar = new TarWriter(out);
  }

  /// Packs `source` under another name.
  void pack(Path source, String name) throws IOException {
    add(source, name);
    tar.finish();
  }

  private void add(Path path, String name) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    Instant modified = attributes.lastModifiedTime().toInstant();
    if (attributes.isSymbolicLink()) {
      String to = FileNames.textOf(Files.readSymbolicLink(path)).replace('\\', '/');
      tar.write(TarEntry.symbolicLink(name, to, modified));
    } else if (attributes.isDirectory()) {
      tar.write(TarEntry.directory(name, mode(path, FOLDER_MODE), modified));
      for (Path child : children(path)) {
        add(child, name + "/" + FileNames.textOf(child.getFileName()));
      }
    } else if (attributes.isRegularFile()) {
      try (InputStream content = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
        int mode = mode(path, FILE_MODE);
        tar.write(TarEntry.file(name, attributes.size(), mode, modified), content);
      }
    } else {
      throw new IOException(path + " is neither a file nor a folder nor a link");
    }
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    }
  }

  private static int mode(Path path, int otherwise) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view == null) {
      return otherwise;
    }
    int mode = 0;
    for (char c :
        PosixFilePermissions.toString(view.readAttributes().permissions()).toCharArray()) {
      mode = mode << 1 | (c == '-' ? 0 : 1); // rwxr-x---
    }
    return mode;
  }
}
