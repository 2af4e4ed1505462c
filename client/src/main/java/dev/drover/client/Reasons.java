package dev.drover.client;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/// Describes why a file could not be read.
final class Reasons {
  private Reasons() {}

  /// To follow the name of the file.
  static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> ": there is no such file";
      case AccessDeniedException _ -> ": this process may not read it";
      default -> ": " + e.getMessage();
    };
  }
}
