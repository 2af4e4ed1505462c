package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The page of a package tells newcomers where to begin.
class PackagePagesTest {
  private static final int FEW = 10;

  /// The hand-written packages of all modules, with the number of their types.
  private static Map<Path, Long> packages() throws IOException {
    Map<Path, Long> packages = new TreeMap<>();
    for (Path module : modules()) {
      Path sources = module.resolve("src/main/java");
      if (!Files.exists(sources)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(sources)) {
        packages.putAll(
            files
                .filter(PackagePagesTest::isType)
                .collect(Collectors.groupingBy(Path::getParent, Collectors.counting())));
      }
    }
    assertThat(packages).hasSizeGreaterThan(60);
    return packages;
  }

  private static List<Path> modules() throws IOException {
    List<Path> modules = new ArrayList<>();
    try (Stream<Path> folders = Files.walk(Glossary.root(), 2)) {
      folders.filter(folder -> Files.exists(folder.resolve("pom.xml"))).forEach(modules::add);
    }
    return modules;
  }

  private static boolean isType(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.endsWith("-info.java");
  }

  @Test
  void largePackageHasAReadingOrder() throws IOException {
    List<String> without = new ArrayList<>();
    for (Map.Entry<Path, Long> of : packages().entrySet()) {
      if (of.getValue() > FEW) {
        Path page = of.getKey().resolve("package-info.java");
        if (!Files.exists(page) || !hasReadingOrder(Files.readString(page))) {
          without.add(Glossary.root().relativize(of.getKey()).toString());
        }
      }
    }
    assertThat(without).isEmpty();
  }

  private static boolean hasReadingOrder(String page) {
    return page.contains("/// Reading order") || page.contains("/// **Reading order");
  }
}
