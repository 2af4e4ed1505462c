package dev.drover.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.bench.harness.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PackagesTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/drover/bench");
  private static final Pattern REFERENCE = Pattern.compile("dev\\.drover\\.bench\\.([a-z]+)\\.");

  /// For each package, the others that its sources name.
  private static Map<String, Set<String>> references() throws IOException {
    Map<String, Set<String>> references = new TreeMap<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String name = SOURCES.relativize(file.getParent()).toString();
        Set<String> named =
            REFERENCE
                .matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1))
                .filter(other -> !other.equals(name))
                .collect(Collectors.toSet());
        references.computeIfAbsent(name, _ -> new TreeSet<>()).addAll(named);
      }
    }
    return references;
  }

  @Test
  void noPackageDependsOnOneThatDependsOnIt() throws IOException {
    Map<String, Set<String>> left = references();
    assertThat(left).containsKeys("harness", "cache", "sync").hasSizeGreaterThan(10);

    List<String> ordered = new ArrayList<>();
    while (ordered.addAll(free(left))) {
      left.keySet().removeAll(ordered);
      left.values().forEach(others -> others.removeAll(ordered));
    }
    assertThat(left).as("packages in a cycle").isEmpty();
    assertThat(ordered).startsWith("harness");
  }

  /// The packages that depend on none that is left.
  private static List<String> free(Map<String, Set<String>> left) {
    return left.keySet().stream().filter(name -> left.get(name).isEmpty()).toList();
  }

  @Test
  void mainClassThatProcessesAreStartedWithExists() {
    assertThat(Jvm.MAIN).isEqualTo(Main.class.getName());
  }
}
