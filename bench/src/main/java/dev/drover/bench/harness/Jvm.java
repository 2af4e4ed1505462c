package dev.drover.bench.harness;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The command lines of measured JVMs.
public final class Jvm {
  public static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  public static final String CLASS_PATH = System.getProperty("java.class.path");

  /// The class that knows all measurements, by name: they depend on this package, not the other way
  /// round.
  public static final String MAIN = "dev.drover.bench.Main";

  /// The options that the launcher has for controllers, as an argument.
  public static final String CONTROLLER = "@" + ofLauncher("controller.jvm");

  /// The options for small controllers beside these, as an argument.
  public static final String SMALL = "@" + ofLauncher("small.jvm");

  /// The options that the launcher has for API servers, as an argument.
  public static final String SERVER = "@" + ofLauncher("apiserver.jvm");

  /// What the modules of Drover bring along.
  private static final List<String> LIBRARIES =
      List.of("drover-", "jspecify-", "slf4j-", "snakeyaml-engine-", "jackson-core-3");

  private Jvm() {}

  private static Path ofLauncher(String file) {
    return Path.of(System.getenv().getOrDefault("DROVER_ROOT", "."), "cli", file);
  }

  /// Folders with classes, and jars, of the API server in a jar.
  public static List<String> serverClassPath() {
    return Stream.of(CLASS_PATH.split(File.pathSeparator))
        .filter(entry -> isOurs(entry) || isOfServer(Path.of(entry).getFileName().toString()))
        .toList();
  }

  private static boolean isOfServer(String name) {
    return name.startsWith("jetty-") || name.startsWith("re2j-");
  }

  /// With the class path of this one, on which all peers are: a hundred jars, each of which the JDK
  /// opens to look for providers of its services.
  public static List<String> withAll() {
    return List.of(JAVA, "-cp", CLASS_PATH);
  }

  /// With what a program with Drover has on its class path.
  public static List<String> withDrover() {
    return List.of(JAVA, "-cp", String.join(File.pathSeparator, droverClassPath()));
  }

  /// Folders with classes, and jars.
  public static List<String> droverClassPath() {
    return Stream.of(CLASS_PATH.split(File.pathSeparator)).filter(Jvm::isOurs).toList();
  }

  private static boolean isOurs(String entry) {
    Path path = Path.of(entry);
    String name = path.getFileName().toString();
    return Files.isDirectory(path) || LIBRARIES.stream().anyMatch(name::startsWith);
  }
}
