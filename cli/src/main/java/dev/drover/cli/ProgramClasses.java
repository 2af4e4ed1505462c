package dev.drover.cli;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A program in a single Java file, compiled once, which runs in this JVM any number of times: each
/// run has classes of its own, so no static field survives it.
final class ProgramClasses implements AutoCloseable {
  private final Path file;
  private final Path classes;

  private ProgramClasses(Path file, Path classes) {
    this.file = file;
    this.classes = classes;
  }

  /// @throws IllegalArgumentException if the file does not compile
  static ProgramClasses compile(Path file) throws IOException {
    ProgramClasses program = new ProgramClasses(file, Files.createTempDirectory("drover-program"));
    try {
      JavaFile.compile(file, System.getProperty("java.class.path"), program.classes);
      return program;
    } catch (IOException | RuntimeException e) {
      program.close();
      throw e;
    }
  }

  /// Runs the program's `main`, whatever its form.
  void main(String[] args) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Method main = mainMethod(loader);
      main.setAccessible(true);
      Object[] given = main.getParameterCount() == 0 ? new Object[0] : new Object[] {args};
      main.invoke(Modifier.isStatic(main.getModifiers()) ? null : instance(main), given);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case null, default -> throw e;
      }
    }
  }

  private static Object instance(Method main) throws ReflectiveOperationException {
    var constructor = main.getDeclaringClass().getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  /// That of the class that is named like the file, else of the first one that has it.
  private Method mainMethod(ClassLoader loader) throws IOException, ClassNotFoundException {
    String name = file.getFileName().toString().replaceFirst("\\.java$", "");
    for (String each : names(name)) {
      Optional<Method> main = mainMethod(Class.forName(each, false, loader));
      if (main.isPresent()) {
        return main.get();
      }
    }
    throw new IllegalArgumentException(file + " has no main method");
  }

  private List<String> names(String first) throws IOException {
    try (Stream<Path> all = Files.walk(classes)) {
      return all.map(path -> classes.relativize(path).toString())
          .filter(path -> path.endsWith(".class"))
          .map(path -> path.replaceFirst("\\.class$", "").replace('/', '.').replace('\\', '.'))
          .sorted(
              Comparator.comparing((String name) -> !name.endsWith(first)).thenComparing(n -> n))
          .toList();
    }
  }

  private static Optional<Method> mainMethod(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> method.getName().equals("main"))
        .filter(
            method ->
                method.getParameterCount() == 0
                    || List.of(method.getParameterTypes()).equals(List.of(String[].class)))
        .max(Comparator.comparingInt(Method::getParameterCount));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(classes)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
