package dev.drover.controlplane;

import dev.drover.testsupport.ChildProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Builds the command of another JVM with the class path of this one.
final class Jvm {
  private Jvm() {}

  static ProcessBuilder of(Map<String, String> environment, Class<?> main, String... arguments) {
    var line = new ArrayList<String>();
    line.add(ChildProcess.java());
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    line.addAll(List.of(arguments));
    var builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return builder;
  }
}
