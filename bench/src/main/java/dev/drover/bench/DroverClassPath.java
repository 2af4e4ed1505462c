package dev.drover.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What a program with Drover has on its class path, out of this one, on which all peers are: a
/// hundred jars, each of which the JDK opens to look for providers of its services.
final class DroverClassPath {
  /// What the modules of Drover bring along.
  private static final List<String> LIBRARIES =
      List.of("drover-", "jspecify-", "slf4j-", "snakeyaml-engine-", "jackson-core-3");

  private DroverClassPath() {}

  /// Folders with classes, and jars.
  static List<String> entries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(DroverClassPath::isOurs)
        .toList();
  }

  private static boolean isOurs(String entry) {
    Path path = Path.of(entry);
    String name = path.getFileName().toString();
    return Files.isDirectory(path) || LIBRARIES.stream().anyMatch(name::startsWith);
  }
}
