package dev.drover.server.audit;

import dev.drover.api.RawExtension;
import dev.drover.server.core.HtmlEscapes;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Appends events to a file, one line of JSON each; a request goes on when its line is written.
/// Safe for any number of threads.
///
/// In Go: the plug-in `log` in its mode `blocking`.
public final class AuditFile implements AuditLog.Sink, AutoCloseable {
  private final OutputStream out; // guarded by lock
  private final ReentrantLock lock = new ReentrantLock();

  private AuditFile(OutputStream out) {
    this.out = out;
  }

  /// Opens a file, which is created for this user alone if there is none. `-` stands for the
  /// standard output.
  ///
  /// @throws IOException if it cannot be written
  public static AuditFile open(Path file) throws IOException {
    if (file.toString().equals("-")) {
      return new AuditFile(new BufferedOutputStream(System.out));
    }
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    if (Files.notExists(file)) {
      boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
      if (isPosix) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
    }
    return new AuditFile(
        new BufferedOutputStream(
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)));
  }

  @Override
  public void accept(Map<String, @Nullable Object> event) {
    byte[] json = HtmlEscapes.escape(RawExtension.ofTree(event).raw().toByteArray());
    lock.lock();
    try {
      out.write(json);
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to the audit log", e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      out.close();
    } finally {
      lock.unlock();
    }
  }
}
