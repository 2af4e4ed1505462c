package dev.drover.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A file with the kubeconfig of a server: where the user chose, or a temporary one that is deleted
/// when the command ends. Only the user may read it, because it holds a private key.
///
/// @param path where it is, absolute
/// @param isTemporary whether closing deletes it
record KubeconfigFile(Path path, boolean isTemporary) implements AutoCloseable {
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /// @param wanted where to; none: a temporary file
  static KubeconfigFile write(String kubeconfig, @Nullable Path wanted) throws IOException {
    if (wanted == null) {
      Path file = Files.createTempFile("drover-", ".kubeconfig", PRIVATE);
      return new KubeconfigFile(Files.writeString(file, kubeconfig), true);
    }
    // Moved into place, so that a process that waits for the file never reads half of it.
    Path file = wanted.toAbsolutePath();
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new IOException(
          "cannot write the kubeconfig %s: there is no folder %s that you may write to"
              .formatted(wanted, folder));
    }
    Path part = Files.createTempFile(folder, ".kubeconfig", "", PRIVATE);
    Files.writeString(part, kubeconfig);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return new KubeconfigFile(file, false);
  }

  @Override
  public void close() {
    if (isTemporary) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete " + path, e);
      }
    }
  }
}
