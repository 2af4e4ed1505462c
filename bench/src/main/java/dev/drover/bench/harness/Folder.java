package dev.drover.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A temporary folder, which is deleted on close.
public record Folder(Path path) implements AutoCloseable {

  public static Folder temporary() throws IOException {
    return new Folder(Files.createTempDirectory("drover-bench"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> found = Files.walk(path)) {
      List<Path> deepestLast = found.toList();
      for (Path file : deepestLast.reversed()) {
        Files.delete(file);
      }
    }
  }
}
