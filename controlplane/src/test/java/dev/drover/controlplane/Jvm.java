package dev.drover.controlplane;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Another JVM with the class path of this one.
final class Jvm {
  private Jvm() {}

  static Process start(Map<String, String> environment, Class<?> main, String... arguments)
      throws IOException {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    line.addAll(List.of(arguments));
    var builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return builder.start();
  }
}
