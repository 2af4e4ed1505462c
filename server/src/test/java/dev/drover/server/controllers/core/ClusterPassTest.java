package dev.drover.server.controllers.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.kinds.BuiltInResources;
import dev.drover.server.strategy.StoredObjects;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterPassTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String CONFIG_MAPS = "/configmaps";

  /// Config maps with these names, and nothing else.
  private record ConfigMaps(List<String> names) implements StoredObjects {
    @Override
    public Optional<Map<String, @Nullable Object>> get(
        String resource, String namespace, String name) {
      return Optional.empty();
    }

    @Override
    public List<Map<String, @Nullable Object>> list(String resource, String namespace) {
      return names.stream().map(ConfigMaps::configMap).toList();
    }

    private static Map<String, @Nullable Object> configMap(String name) {
      return Map.of("metadata", Map.of("namespace", "default", "name", name));
    }
  }

  private static ClusterPass pass(String... names) {
    ApiObjects noWrites =
        (ApiObjects)
            Proxy.newProxyInstance(
                ApiObjects.class.getClassLoader(),
                new Class<?>[] {ApiObjects.class},
                (proxy, method, arguments) -> {
                  throw new UnsupportedOperationException(method.getName());
                });
    return new ClusterPass(
        new Catalog(BuiltInResources.all()),
        noWrites,
        new ConfigMaps(List.of(names)),
        ControllerIdentity.serviceAccount("tester"),
        NOW);
  }

  @Test
  void objectThatCannotBeHandledDoesNotKeepTheOthersFromTheirTurn() {
    ClusterPass pass = pass("a", "b", "c");
    List<String> handled = new ArrayList<>();
    pass.forEach(
        pass.of(CONFIG_MAPS),
        item -> {
          if (item.name().equals("b")) {
            throw new IllegalStateException("on purpose");
          }
          handled.add(item.name());
        });
    assertThat(handled).containsExactly("a", "c");
    assertThat(pass.wakeUp()).contains(NOW.plusSeconds(1));
  }

  @Test
  void passThatHandlesEveryObjectNeedsNoOther() {
    ClusterPass pass = pass("a");
    pass.forEach(pass.of(CONFIG_MAPS), item -> {});
    assertThat(pass.wakeUp()).isEmpty();
  }
}
