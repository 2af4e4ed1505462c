package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A further option breaks no user: options have no public constructor and no record components.
class OptionsConventionsTest {
  private static List<Class<?>> publicTypes() throws Exception {
    Path folder = classes();
    List<Class<?>> types = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        if (!name.equals("package-info") && !name.equals("module-info")) {
          types.add(Class.forName("dev.drover.client." + name));
        }
      }
    }
    types.removeIf(type -> !Modifier.isPublic(type.getModifiers()));
    assertThat(types).hasSizeGreaterThan(50);
    return types;
  }

  private static Path classes() throws URISyntaxException {
    Path root = Path.of(Client.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return root.resolve("dev/drover/client");
  }

  @Test
  void publicRecordsHaveFourComponentsAtMost() throws Exception {
    assertThat(publicTypes())
        .filteredOn(Class::isRecord)
        .allMatch(type -> type.getRecordComponents().length <= 4);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        ListOptions.class,
        WatchOptions.class,
        WriteOptions.class,
        LogOptions.class,
        RequestTimeouts.class,
        ResponseLimits.class,
        Backoff.class
      })
  void optionsAreFinalWithPrivateConstructorsAndOneWayToChangeThem(Class<?> type) throws Exception {
    assertThat(type.isRecord()).isFalse();
    assertThat(Modifier.isFinal(type.getModifiers())).isTrue();
    Class<?> builder = Class.forName(type.getName() + "$Builder");
    for (Class<?> part : List.of(type, builder)) {
      for (Constructor<?> constructor : part.getDeclaredConstructors()) {
        assertThat(Modifier.isPrivate(constructor.getModifiers())).as("%s", constructor).isTrue();
      }
    }
    assertThat(type.getMethod("defaults").invoke(null)).isInstanceOf(type);
    assertThat(type.getMethod("with", Consumer.class).getReturnType()).isEqualTo(type);
  }

  @Test
  void copyKeepsTheOptionsThatItDoesNotChange() {
    WatchOptions watch =
        WatchOptions.defaults()
            .with(o -> o.resourceVersion("5").timeout(Duration.ofSeconds(3)))
            .with(o -> o.silence(Duration.ofSeconds(7)).sendInitialEvents(true));
    assertThat(watch.resourceVersion()).isEqualTo("5");
    assertThat(watch).isEqualTo(watch.with(o -> {})).hasSameHashCodeAs(watch.with(o -> {}));
    assertThat(watch).isNotEqualTo(WatchOptions.defaults()).asString().contains("timeout=PT3S");
    ListOptions list = ListOptions.defaults().with(o -> o.limit(5).resourceVersion("7", "Exact"));
    assertThat(list.with(o -> o.continueToken("t")).resourceVersion()).isEmpty();
    assertThat(list.with(o -> o.continueToken("t")).limit()).isEqualTo(5);
    assertThat(list).isEqualTo(list.with(o -> {})).isNotEqualTo(ListOptions.defaults());
    WriteOptions write = WriteOptions.defaults().with(o -> o.fieldManager("shop").dryRun(true));
    assertThat(write.with(o -> o.force(true)).fieldManager()).isEqualTo("shop");
    assertThat(write).isEqualTo(write.with(o -> {})).isNotEqualTo(WriteOptions.defaults());
  }
}
