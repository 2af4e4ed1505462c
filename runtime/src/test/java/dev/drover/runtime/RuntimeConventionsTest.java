package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.runtime.health.HealthCheck;
import dev.drover.runtime.lasso.FactoryOptions;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Public types of this module can get more options and more facts without breaking their users.
class RuntimeConventionsTest {
  private static final int MOST_COMPONENTS = 4;

  /// Packages that the module does not export.
  private static final List<String> HIDDEN =
      List.of("/admission/", "/cached/", "/engine/", "/http/", "/internal/");

  /// Options that are changed in another way, with the reason.
  private static final Map<String, String> OTHER_OPTIONS =
      Map.of("AddOptions", "one for each call: constants with withers");

  /// All public types of the packages that the module exports.
  private static List<Class<?>> publicTypes() throws Exception {
    Path classes =
        Path.of(Manager.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes.resolve("dev/drover/runtime"))) {
      return files
          .map(classes::relativize)
          .map(Path::toString)
          .filter(name -> name.endsWith(".class") && !name.contains("package-info"))
          .filter(name -> HIDDEN.stream().noneMatch(name::contains))
          .<Class<?>>map(name -> load(name.replace('/', '.').replaceAll("\\.class$", "")))
          .filter(RuntimeConventionsTest::isPublic)
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, Manager.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
  }

  @Test
  void publicRecordsHaveFewComponents() throws Exception {
    assertThat(publicTypes())
        .filteredOn(Class::isRecord)
        .filteredOn(type -> type.getRecordComponents().length > MOST_COMPONENTS)
        .isEmpty();
  }

  @Test
  void optionsAreFinalClassesThatAreChangedInOneWay() throws Exception {
    List<Class<?>> options =
        publicTypes().stream()
            .filter(type -> type.getSimpleName().endsWith("Options"))
            .filter(type -> !OTHER_OPTIONS.containsKey(type.getName()))
            .filter(type -> !OTHER_OPTIONS.containsKey(type.getSimpleName()))
            .toList();
    assertThat(options).hasSizeGreaterThan(4);
    for (Class<?> type : options) {
      assertThat(type.isRecord()).as("%s is a record", type).isFalse();
      assertThat(Modifier.isFinal(type.getModifiers())).as("%s is final", type).isTrue();
      assertThat(type.getConstructors()).as("public constructors of %s", type).isEmpty();
      assertThat(type.getMethod("with", Consumer.class).getReturnType()).isEqualTo(type);
      assertThat(Arrays.stream(type.getMethods()).filter(m -> isStart(m, type)))
          .as("%s has a start value: defaults(), or of(..) if something is required", type)
          .hasSize(1);
    }
  }

  private static boolean isStart(Method method, Class<?> type) {
    boolean isDefaults = method.getName().equals("defaults") && method.getParameterCount() == 0;
    boolean isOf = method.getName().equals("of") && method.getParameterCount() > 0;
    return Modifier.isStatic(method.getModifiers())
        && method.getReturnType() == type
        && (isDefaults || isOf);
  }

  @Test
  void collectionsOfOptionsCannotBeChanged() {
    ManagerOptions manager = ManagerOptions.defaults();
    HealthCheck check = () -> {};
    assertThatThrownBy(() -> manager.readyChecks().put("x", check))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> manager.healthChecks().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> manager.namespaces().add("x"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> FactoryOptions.defaults().kindWorkers().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
