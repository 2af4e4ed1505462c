package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;

/// What users get with the model: every jar is one more that they have to trust.
class DependenciesTest {
  @Test
  void modelAndApiBringTwoOtherJars() throws URISyntaxException {
    assertThat(requiredBy(Kubernetes.class))
        .containsExactlyInAnyOrder("dev.drover.api", "org.jspecify");
    assertThat(requiredBy(Kind.class))
        .containsExactlyInAnyOrder("org.jspecify", "org.snakeyaml.engine");
    assertThat(requiredBy(Nullable.class)).isEmpty();
    assertThat(requiredBy(Load.class)).isEmpty();
  }

  /// What the module of a class requires beside the JDK.
  private static Set<String> requiredBy(Class<?> type) throws URISyntaxException {
    Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    return ModuleFinder.of(jar).findAll().stream()
        .flatMap(module -> module.descriptor().requires().stream())
        .map(Requires::name)
        .filter(name -> !name.startsWith("java."))
        .collect(Collectors.toSet());
  }
}
