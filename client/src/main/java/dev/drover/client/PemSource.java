package dev.drover.client;

import dev.drover.api.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where a certificate or a key comes from.
sealed interface PemSource {

  /// The bytes as they are now.
  byte[] read() throws IOException;

  /// What messages call it.
  String describe();

  /// A file, which may change while the program runs.
  record OfFile(Path file) implements PemSource {
    @Override
    public byte[] read() throws IOException {
      return Files.readAllBytes(file);
    }

    @Override
    public String describe() {
      return file.toString();
    }
  }

  /// Bytes that never change.
  ///
  /// @param bytes PEM
  /// @param describe where they were found
  record Inline(Bytes bytes, String describe) implements PemSource {
    @Override
    public byte[] read() {
      return bytes.toByteArray();
    }

    @Override
    public String toString() {
      return describe;
    }
  }
}
