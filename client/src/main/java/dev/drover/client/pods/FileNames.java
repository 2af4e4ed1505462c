package dev.drover.client.pods;

import dev.drover.api.text.PrintableText;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Translates between names in archives, which are UTF-8, and paths of this machine, which the JDK
/// encodes as the locale of the process says.
///
/// A name that does not survive the translation is a failure: replaced characters would copy a file
/// under another name, or two files under one.
final class FileNames {
  private static final String HINT =
      "; if it is UTF-8, start this program with the environment variable LC_ALL=C.UTF-8";

  private FileNames() {}

  /// The text of a path.
  ///
  /// @throws IOException when it has bytes that are no characters to this process
  static String textOf(Path path) throws IOException {
    String text = path.toString();
    try {
      if (path.getFileSystem().getPath(text).equals(path)) {
        return text;
      }
    } catch (InvalidPathException e) {
      throw unreadable(text, e);
    }
    throw unreadable(text, null);
  }

  private static IOException unreadable(String text, @Nullable InvalidPathException cause) {
    return new IOException(
        "the encoding of this process cannot represent the file name '"
            + PrintableText.of(text)
            + "'"
            + HINT,
        cause);
  }

  /// A path below a folder, or what a link points to.
  ///
  /// @throws IOException when this process cannot make a file of that name
  static Path resolve(Path folder, String name) throws IOException {
    try {
      return folder.resolve(name);
    } catch (InvalidPathException e) {
      throw unreadable(name, e);
    }
  }
}
