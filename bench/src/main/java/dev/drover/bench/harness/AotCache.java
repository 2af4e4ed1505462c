package dev.drover.bench.harness;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/// Classes linked ahead of time, as the launcher prepares them. Such a cache knows jars only, so
/// folders of the class path are packed first.
///
/// @param classPath jars only
public record AotCache(String classPath, Path file) {
  /// A cache for a program with Drover on its class path.
  public static AotCache in(Path folder) throws IOException {
    return in(folder, Jvm.droverClassPath());
  }

  /// A cache for a program with this class path of folders and jars.
  public static AotCache in(Path folder, List<String> parts) throws IOException {
    List<String> jars = new ArrayList<>();
    for (String part : parts) {
      Path path = Path.of(part);
      if (Files.isDirectory(path)) {
        Path jar = folder.resolve("classes-" + jars.size() + ".jar");
        pack(path, jar);
        jars.add(jar.toString());
      } else if (Files.exists(path)) {
        jars.add(part);
      }
    }
    return new AotCache(String.join(File.pathSeparator, jars), folder.resolve("bench.aot"));
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        packed.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, packed);
        packed.closeEntry();
      }
    }
  }

  /// The start of the JVM whose run is learned from.
  ///
  /// @param more options of the JVM
  public List<String> training(List<String> more) {
    return java(more, "-XX:AOTCacheOutput=" + file);
  }

  /// A start with the cache.
  ///
  /// @param more options of the JVM
  public List<String> options(List<String> more) {
    return java(more, "-XX:AOTCache=" + file);
  }

  private List<String> java(List<String> more, String cache) {
    List<String> command = new ArrayList<>(List.of(Jvm.JAVA));
    command.addAll(more);
    command.addAll(List.of(cache, "-cp", classPath));
    return command;
  }
}
