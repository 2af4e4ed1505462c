package dev.drover.client.pods;

import dev.drover.api.text.PrintableText;
import java.io.IOException;

/// An archive from a container that would write where it must not, or that is malformed. Nothing is
/// written after it was noticed.
public final class UnsafeArchiveException extends IOException {
  private static final long serialVersionUID = 1L;

  /// @param message may have names of the archive, whose control characters are escaped
  UnsafeArchiveException(String message) {
    super(PrintableText.of(message));
  }
}
