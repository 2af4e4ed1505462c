package dev.drover.client.pods;

import java.io.IOException;

/// An archive from a container that would write where it must not, or that is malformed. Nothing is
/// written after it was noticed.
public final class UnsafeArchiveException extends IOException {
  private static final long serialVersionUID = 1L;

  UnsafeArchiveException(String message) {
    super(message);
  }
}
