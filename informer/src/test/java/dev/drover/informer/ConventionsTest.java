package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.informer.classic.Queue;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Rules for the public types of this module, so that options and reports can be added later.
class ConventionsTest {
  private static List<Class<?>> publicTypes() throws Exception {
    return Stream.of(SharedIndexInformer.class, Queue.class)
        .flatMap(ConventionsTest::typesBeside)
        .filter(ConventionsTest::isVisible)
        .toList();
  }

  private static Stream<Class<?>> typesBeside(Class<?> type) {
    try {
      Path root = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path folder = root.resolve(type.getPackageName().replace('.', '/'));
      try (Stream<Path> files = Files.list(folder)) {
        return files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".class") && !name.startsWith("package-info"))
            .<Class<?>>map(name -> load(type, name.substring(0, name.length() - 6)))
            .toList()
            .stream();
      }
    } catch (URISyntaxException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Class<?> load(Class<?> beside, String name) {
    try {
      return Class.forName(beside.getPackageName() + "." + name, false, beside.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isVisible(Class<?> type) {
    for (Class<?> one = type; one != null; one = one.getEnclosingClass()) {
      if (!Modifier.isPublic(one.getModifiers())) {
        return false;
      }
    }
    return true;
  }

  @Test
  void publicRecordsHaveFourComponentsAtMost() throws Exception {
    assertThat(publicTypes())
        .hasSizeGreaterThan(40)
        .filteredOn(Class::isRecord)
        .allMatch(type -> type.getRecordComponents().length <= 4);
  }

  @Test
  void optionsAreFinalAndMadeByTheirBuilders() throws Exception {
    List<Class<?>> options =
        publicTypes().stream()
            .filter(type -> type.getSimpleName().endsWith("Options"))
            .<Class<?>>map(type -> type)
            .toList();
    assertThat(options)
        .contains(CacheOptions.class, ReflectorOptions.class, HandlerOptions.class)
        .allMatch(type -> Modifier.isFinal(type.getModifiers()) && !type.isRecord())
        .allMatch(type -> Arrays.stream(type.getDeclaredConstructors()).allMatch(this::isPrivate))
        .allMatch(
            type -> Arrays.stream(type.getMethods()).anyMatch(m -> m.getName().equals("with")));
  }

  private boolean isPrivate(Constructor<?> constructor) {
    return Modifier.isPrivate(constructor.getModifiers());
  }

  @Test
  void nothingIsDeprecatedButWhatGoDeprecates() throws Exception {
    List<String> deprecated =
        publicTypes().stream()
            .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
            .filter(method -> method.isAnnotationPresent(Deprecated.class))
            .map(method -> method.getName())
            .distinct()
            .toList();
    assertThat(deprecated).containsExactly("controller"); // row D13 of the mission asks for it
  }
}
