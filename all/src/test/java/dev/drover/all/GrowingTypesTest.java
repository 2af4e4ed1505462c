package dev.drover.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Options and reports of all published modules can get further members without breaking users: no
/// user can construct them by position, and none can be matched by a record pattern.
class GrowingTypesTest {
  private static final List<String> OPTIONS =
      List.of("Options", "Config", "Limits", "Timeouts", "Backoff");
  private static final List<String> REPORTS = List.of("Status", "State", "Report", "Snapshot");

  /// Public records that look like options or reports, and why they may stay.
  private static final Map<String, String> VALUES =
      Map.of(
          "dev.drover.api.DecodeLimits", "two numbers, changed by with methods",
          "dev.drover.certificates.User", "what logs a user in, made by the server only");

  /// Options with further ways to change them, and why.
  private static final Map<String, String> SHORT_FORMS =
      Map.of(
          "dev.drover.runtime.queue.AddOptions", "made for each key: no lambda",
          "dev.drover.recipes.GeneratingOptions", "is the builder: users get it in a lambda");

  private static List<Class<?>> exportedTypes() {
    List<Class<?>> types = new ArrayList<>();
    for (ModuleReference module : modules()) {
      List<String> exported =
          module.descriptor().exports().stream()
              .filter(export -> !export.isQualified())
              .map(ModuleDescriptor.Exports::source)
              .toList();
      for (String name : classNames(module)) {
        int end = name.lastIndexOf('.');
        if (end > 0 && exported.contains(name.substring(0, end))) {
          types.add(load(name));
        }
      }
    }
    types.removeIf(type -> !isVisible(type) || isGenerated(type));
    assertThat(types).hasSizeGreaterThan(200);
    return types;
  }

  private static List<ModuleReference> modules() {
    String[] path = System.getProperty("java.class.path").split(File.pathSeparator);
    List<ModuleReference> modules =
        Arrays.stream(path)
            .map(Path::of)
            .filter(entry -> Files.isDirectory(entry) || entry.toString().contains("drover"))
            .flatMap(entry -> ModuleFinder.of(entry).findAll().stream())
            .filter(module -> module.descriptor().name().startsWith("dev.drover"))
            .toList();
    assertThat(modules)
        .extracting(module -> module.descriptor().name())
        .contains(
            "dev.drover.api", "dev.drover.client", "dev.drover.informer", "dev.drover.runtime");
    return modules;
  }

  private static List<String> classNames(ModuleReference module) {
    try (ModuleReader reader = module.open();
        Stream<String> files = reader.list()) {
      return files
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, GrowingTypesTest.class.getClassLoader());
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

  /// The model is generated from Kubernetes' schema: its types grow with the schema, by builders.
  private static boolean isGenerated(Class<?> type) {
    return type.getPackageName().startsWith("dev.drover.model");
  }

  private static boolean endsWithOne(Class<?> type, List<String> endings) {
    return endings.stream().anyMatch(type.getSimpleName()::endsWith);
  }

  @Test
  void optionsAndReportsHaveNoPublicConstructorAndAreNoRecords() {
    List<String> rigid =
        exportedTypes().stream()
            .filter(type -> endsWithOne(type, OPTIONS) || endsWithOne(type, REPORTS))
            .filter(type -> !type.isInterface() && !type.isEnum())
            .filter(type -> type.isRecord() || hasPublicConstructor(type) || !isFinal(type))
            .map(Class::getName)
            .filter(name -> !VALUES.containsKey(name))
            .toList();
    assertThat(rigid).isEmpty();
  }

  @Test
  void optionsChangeByOneMethodWith() {
    List<String> others =
        exportedTypes().stream()
            .filter(type -> endsWithOne(type, OPTIONS))
            .filter(type -> !type.isInterface() && !type.isEnum() && !type.isRecord())
            .filter(type -> !SHORT_FORMS.containsKey(type.getName()))
            .filter(type -> !hasWith(type) || changesOtherwise(type).isPresent())
            .map(type -> type.getName() + changesOtherwise(type).map(m -> "." + m).orElse(""))
            .toList();
    assertThat(others).isEmpty();
  }

  @Test
  void publicRecordsHaveFourComponentsAtMost() {
    Map<String, Integer> large =
        exportedTypes().stream()
            .filter(Class::isRecord)
            .filter(type -> type.getRecordComponents().length > 4)
            .filter(type -> !VALUES.containsKey(type.getName()))
            .collect(Collectors.toMap(Class::getName, t -> t.getRecordComponents().length));
    assertThat(large).isEmpty();
  }

  private static boolean isFinal(Class<?> type) {
    return Modifier.isFinal(type.getModifiers());
  }

  private static boolean hasPublicConstructor(Class<?> type) {
    return Arrays.stream(type.getDeclaredConstructors())
        .map(Constructor::getModifiers)
        .anyMatch(Modifier::isPublic);
  }

  private static boolean hasWith(Class<?> type) {
    return methods(type)
        .anyMatch(
            method ->
                method.getName().equals("with")
                    && Arrays.equals(method.getParameterTypes(), new Class<?>[] {Consumer.class}));
  }

  /// A method beside `with` that gives a changed copy, if there is one.
  private static Optional<String> changesOtherwise(Class<?> type) {
    return methods(type)
        .filter(
            method -> method.getReturnType() == type && !Modifier.isStatic(method.getModifiers()))
        .map(Method::getName)
        .filter(name -> !name.equals("with"))
        .findFirst();
  }

  private static Stream<Method> methods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
  }
}
