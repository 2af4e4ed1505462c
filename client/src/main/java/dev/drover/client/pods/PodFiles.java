package dev.drover.client.pods;

import dev.drover.api.text.PrintableText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Copies files and folders into and out of a container, by the container's `tar`.
///
/// ```java
/// var files = pods.files("web-0");
/// files.upload(Path.of("site"), "/usr/share/nginx/html");
/// files.download("/var/log/nginx", Path.of("logs"));
/// ```
///
/// - A path names the result: `download("/etc/hosts", target)` makes the file `target`, and the
///   content of a folder comes to lie in the folder `target`. The folder above must exist.
/// - Permissions are kept, owners are not. A download keeps times; what is uploaded is as old as
///   the upload, as with `kubectl cp`. Symbolic links in a folder stay links; hard links and their
///   targets become files of their own.
/// - Names are UTF-8. One that is not, or that the locale of this process has no characters for
///   (`LC_ALL=C.UTF-8` has all), is a failure and not changed.
/// - An archive is not trusted: one that would write outside of the target, or that has devices or
///   more than the [CopyLimits] allow, is refused with [UnsafeArchiveException].
/// - A failure leaves what was copied before it.
///
/// The container needs the program `tar`. An upload needs a server since 1.30, which can end a
/// process's input. Any number of threads.
public final class PodFiles {
  private static final int MAX_WORDS = 4096; // of tar's error output in a message

  private final PodClient pods;
  private final String pod;
  private final String container;
  private final CopyLimits limits;

  PodFiles(PodClient pods, String pod, String container) {
    this(pods, pod, container, CopyLimits.defaults());
  }

  private PodFiles(PodClient pods, String pod, String container, CopyLimits limits) {
    this.pods = pods;
    this.pod = pod;
    this.container = container;
    this.limits = limits;
  }

  /// The same files with other limits.
  public PodFiles limited(CopyLimits changed) {
    return new PodFiles(pods, pod, container, changed);
  }

  /// Copies a file or a folder from the container.
  ///
  /// @param remote what to copy; must not be the container's root
  /// @param local what it becomes; a file or link there is replaced, a folder is filled
  /// @throws UnsafeArchiveException when the container sends what must not be unpacked
  /// @throws IOException when `tar` fails, or a file cannot be written
  /// @throws dev.drover.client.KubernetesException when the command cannot be run
  public void download(String remote, Path local) throws IOException {
    RemotePath path = RemotePath.of(remote);
    SessionOptions options = SessionOptions.defaults().with(o -> o.container(container));
    try (PodSession session =
        pods.exec(pod, options, "tar", "cf", "-", "-C", path.folder, "./" + path.name)) {
      Words words = new Words(session.stderr());
      IOException failure = null;
      try {
        new Unpacker(path.name, local, limits).unpack(session.stdout());
      } catch (UnsafeArchiveException e) {
        throw e;
      } catch (IOException e) {
        failure = e; // tar may say why
      }
      if (failure != null && session.isOpen()) {
        throw failure;
      }
      requireSuccess(session.exitCode(), words, "copy " + remote + " from pod " + pod);
      if (failure != null) {
        throw failure;
      }
    }
  }

  /// Copies a file or a folder into the container.
  ///
  /// @param local what to copy
  /// @param remote what it becomes; must not be the container's root
  /// @throws IOException when `tar` fails, or a file cannot be read
  /// @throws dev.drover.client.KubernetesException when the command cannot be run
  public void upload(Path local, String remote) throws IOException {
    RemotePath path = RemotePath.of(remote);
    // Before anything is begun in the container.
    Files.readAttributes(local, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    SessionOptions options =
        SessionOptions.defaults().with(o -> o.container(container).stdin(true).stdout(false));
    try (PodSession session = pods.exec(pod, options, "tar", "xmpf", "-", "-C", path.folder)) {
      Words words = new Words(session.stderr());
      IOException failure = null;
      try (OutputStream in = session.stdin()) {
        new Packer(in).pack(local, path.name);
      } catch (IOException e) {
        failure = e;
      }
      if (failure != null && !session.refusesInput()) {
        throw failure; // of this side; half an archive must not look like a whole one
      }
      requireSuccess(session.exitCode(), words, "copy " + local + " to pod " + pod);
      if (failure != null) {
        throw failure;
      }
    }
  }

  private static void requireSuccess(int exitCode, Words words, String what) throws IOException {
    if (exitCode != 0) {
      String said = words.text();
      throw new IOException(
          what
              + ": tar failed with exit code "
              + exitCode
              + (said.isEmpty() ? "" : " and said: " + said));
    }
  }

  /// A path in a container: the folder that tar runs in, and a name in it.
  private record RemotePath(String folder, String name) {
    static RemotePath of(String path) {
      String trimmed = path.replaceAll("/+$", "");
      int slash = trimmed.lastIndexOf('/');
      String name = trimmed.substring(slash + 1);
      if (name.isEmpty() || name.equals(".") || name.equals("..") || path.indexOf('\0') >= 0) {
        throw new IllegalArgumentException(
            "need the path of a file or folder that has a name, got '" + path + "'");
      }
      String folder = slash < 0 ? "." : slash == 0 ? "/" : trimmed.substring(0, slash);
      // A name that begins with a dash would be an option of tar.
      return new RemotePath(folder.startsWith("-") ? "./" + folder : folder, name);
    }
  }

  /// Collects the error output while the other streams are in use.
  private static final class Words {
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private final Thread reader;

    Words(InputStream stream) {
      reader = Thread.ofVirtual().name("drover/client/pod-files-stderr").start(() -> read(stream));
    }

    private void read(InputStream stream) {
      byte[] buffer = new byte[1024];
      try {
        for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
          if (collected.size() < MAX_WORDS) {
            collected.write(buffer, 0, n);
          }
        }
      } catch (IOException e) {
        collected.writeBytes(String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8));
      }
    }

    /// All of it; the process has ended.
    String text() throws IOException {
      try {
        reader.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      return PrintableText.of(collected.toString(StandardCharsets.UTF_8).strip());
    }
  }
}
