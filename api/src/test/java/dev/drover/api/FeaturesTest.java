package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/features.md` claims nothing that is not so.
class FeaturesTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-K]\\d\\d) \\|.*\\| (.*)\\|$");
  private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

  private final Path root = Glossary.root();

  @Test
  void everyRowIsThereOnceAndInOrder() throws IOException {
    List<String> rows = new ArrayList<>();
    Map<String, Integer> sections = new TreeMap<>();
    sections.putAll(Map.of("A", 13, "B", 19, "C", 25, "D", 27, "E", 9, "F", 26));
    sections.putAll(Map.of("G", 6, "H", 10, "I", 11, "J", 17, "K", 5));
    sections.forEach(
        (section, count) -> {
          for (int i = 1; i <= count; i++) {
            rows.add("%s%02d".formatted(section, i));
          }
        });
    assertThat(rows().map(row -> row.group(1)).toList()).isEqualTo(rows);
  }

  @Test
  void everyRowIsPlannedOrHasATest() throws IOException {
    assertThat(rows())
        .allSatisfy(
            row ->
                assertThat(row.group().contains("| planned: "))
                    .isNotEqualTo(row.group(2).contains("#")));
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    Map<String, List<Path>> classes = testClasses();
    for (MatchResult test : TEST.matcher(page()).results().toList()) {
      assertThat(classes).containsKey(test.group(1));
      assertThat(classes.get(test.group(1)))
          .as(test.group())
          .anySatisfy(
              file -> assertThat(Files.readString(file)).contains(" " + test.group(2) + "("));
    }
  }

  private Map<String, List<Path>> testClasses() throws IOException {
    try (Stream<Path> files =
        Files.find(
            root,
            12,
            (file, _) ->
                file.toString()
                    .replace('\\', '/')
                    .matches(".*/src/test/java/.*(Test|Contract)\\.java"))) {
      return files.collect(
          Collectors.groupingBy(file -> file.getFileName().toString().replace(".java", "")));
    }
  }

  private Stream<MatchResult> rows() throws IOException {
    return ROW.matcher(page()).results();
  }

  private String page() throws IOException {
    return Files.readString(root.resolve("docs/features.md"));
  }
}
