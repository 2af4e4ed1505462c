package dev.drover.client.pods;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Unpacks an archive from a container into a folder, and never writes outside of it.
///
/// Refused, with [UnsafeArchiveException], before anything of the entry is written:
/// - names that are absolute, empty or have a `..`, and names outside of what was asked for;
/// - links that point outside of the target or are absolute, also with the help of other links;
/// - entries below a symbolic link, whether the archive or another program made it;
/// - devices, pipes and sparse files, and more bytes or entries than the [CopyLimits] allow.
final class Unpacker {
  private final String root; // the name that was asked for, which becomes the target
  private final Path target;
  private final CopyLimits limits;
  private long bytes;
  private int entries;

  Unpacker(String root, Path target, CopyLimits limits) {
    this.root = root;
    this.target = target.toAbsolutePath().normalize();
    this.limits = limits;
  }

  /// Unpacks all entries.
  void unpack(InputStream archive) throws IOException {
    TarReader tar = new TarReader(archive);
    List<Folder> folders = new ArrayList<>();
    for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
      TarEntry entry = next.get();
      count(entry);
      List<String> names = below(entry.name());
      Path path = resolved(names);
      switch (entry.type()) {
        case DIRECTORY -> {
          directory(path);
          folders.add(new Folder(path, entry));
        }
        case FILE -> file(tar, path, entry);
        case SYMBOLIC_LINK -> symbolicLink(path, names, entry);
        case HARD_LINK -> hardLink(path, entry);
      }
    }
    if (entries == 0) {
      throw new EOFException("the archive is empty");
    }
    // Last and from the inside out: a folder without write permission could not be filled.
    for (Folder folder : folders.reversed()) {
      setAttributes(folder.path, folder.entry.mode() | 0700, folder.entry.modified());
    }
  }

  private record Folder(Path path, TarEntry entry) {}

  private void count(TarEntry entry) throws IOException {
    entries++;
    if (entries > limits.entries()) {
      throw new UnsafeArchiveException(
          "the archive has more than %d entries".formatted(limits.entries()));
    }
    if (entry.size() > limits.bytes() - bytes) {
      throw new UnsafeArchiveException(
          "the archive has more than %d bytes: '%s' has %d"
              .formatted(limits.bytes(), entry.name(), entry.size()));
    }
    bytes += entry.size();
  }

  /// The names of the folders below the target, and of the entry in them; none for the target.
  private List<String> below(String name) throws IOException {
    List<String> parts = new ArrayList<>();
    for (String part : name.split("/", -1)) {
      if (part.equals("..")) {
        throw new UnsafeArchiveException("'" + name + "' leads upwards");
      }
      if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    if (name.startsWith("/") || !isPlain(name)) {
      throw new UnsafeArchiveException("'" + name + "' is not a relative name");
    }
    if (root.isEmpty()) {
      return parts;
    }
    if (parts.isEmpty() || !parts.getFirst().equals(root)) {
      throw new UnsafeArchiveException(
          "'%s' is not part of '%s', which was asked for".formatted(name, root));
    }
    return parts.subList(1, parts.size());
  }

  /// The path of an entry; its folders exist and none of them is a link.
  private Path resolved(List<String> names) throws IOException {
    Path path = target;
    for (int i = 0; i < names.size(); i++) {
      if (i > 0 || !Files.isDirectory(path)) {
        directory(path);
      }
      path = FileNames.resolve(path, names.get(i));
    }
    return path;
  }

  private void directory(Path path) throws IOException {
    if (!path.equals(target) && Files.isSymbolicLink(path)) {
      throw new UnsafeArchiveException("'" + target.relativize(path) + "' is a link");
    }
    if (!Files.isDirectory(path)) {
      Files.createDirectory(path);
    }
  }

  private void file(TarReader tar, Path path, TarEntry entry) throws IOException {
    makeRoom(path);
    try (OutputStream out =
        Files.newOutputStream(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS)) {
      byte[] buffer = new byte[64 * 1024];
      for (int n = tar.read(buffer); n >= 0; n = tar.read(buffer)) {
        out.write(buffer, 0, n);
      }
    }
    setAttributes(path, entry.mode(), entry.modified());
  }

  /// Removes what is in the way, without following it.
  private static void makeRoom(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(path.toString(), null, "a folder is in the way");
    }
    Files.deleteIfExists(path);
  }

  private void symbolicLink(Path path, List<String> names, TarEntry entry) throws IOException {
    String to = entry.linkName();
    if (names.isEmpty()) {
      throw new UnsafeArchiveException("'" + entry.name() + "' is a link itself, to '" + to + "'");
    }
    if (!staysInside(to, names.size() - 1)) {
      throw new UnsafeArchiveException(
          "the link '%s' points outside, to '%s'".formatted(entry.name(), to));
    }
    makeRoom(path);
    Files.createSymbolicLink(path, FileNames.resolve(path.getFileSystem().getPath(""), to));
  }

  /// Whether a link leads to a place below the target whatever other links there are. A `..` after
  /// a name could lead upwards from where another link points, so it is allowed at the beginning
  /// only, where it leads upwards from a folder that is known to be no link.
  private boolean staysInside(String to, int depth) {
    if (to.isEmpty() || to.startsWith("/") || !isPlain(to)) {
      return false;
    }
    int up = 0;
    boolean isNamed = false;
    for (String part : to.split("/", -1)) {
      if (part.equals("..")) {
        up++;
        if (isNamed || up > depth) {
          return false;
        }
      } else {
        isNamed |= !part.isEmpty() && !part.equals(".");
      }
    }
    return true;
  }

  /// Whether a name has no character that separates or roots paths here, but the slash.
  private boolean isPlain(String name) {
    boolean isWindows = target.getFileSystem().getSeparator().equals("\\");
    return name.indexOf('\0') < 0
        && !(isWindows && (name.indexOf('\\') >= 0 || name.indexOf(':') >= 0));
  }

  /// A copy, which no later write to one of the two reaches.
  private void hardLink(Path path, TarEntry entry) throws IOException {
    Path source = resolved(below(entry.linkName()));
    if (!Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
      throw new UnsafeArchiveException(
          "'%s' is a link to '%s', which is no file".formatted(entry.name(), entry.linkName()));
    }
    if (source.equals(path)) {
      return; // tar packs a file that it was given twice as a link to itself
    }
    long size = Files.size(source);
    if (size > limits.bytes() - bytes) {
      throw new UnsafeArchiveException("the archive has more than " + limits.bytes() + " bytes");
    }
    bytes += size;
    makeRoom(path);
    Files.copy(source, path);
    setAttributes(path, entry.mode(), entry.modified());
  }

  private static void setAttributes(Path path, int mode, Instant modified) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view != null) {
      view.setPermissions(permissions(mode));
    }
    Files.setLastModifiedTime(path, FileTime.from(modified));
  }

  /// The lower nine bits; no setuid.
  static Set<PosixFilePermission> permissions(int mode) {
    StringBuilder text = new StringBuilder();
    for (int bit = 8; bit >= 0; bit--) {
      text.append((mode >> bit & 1) == 0 ? '-' : "xwr".charAt(bit % 3));
    }
    return PosixFilePermissions.fromString(text.toString());
  }
}
