package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What `docs/features.md` claims is there: every type, member, file and test that it names.
class FeaturesTest {
  private static final List<String> LAST_ROWS =
      List.of("A13", "B19", "C25", "D27", "E09", "F26", "G06", "H10", "I11", "J17", "K05");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([A-K]\\d\\d) \\| .* \\| (.*) \\| (.*)\\|$");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern NAME = Pattern.compile("(?:new )?(\\w+(?:\\.\\w+)*)");
  private static final Path ROOT = Glossary.root();

  private static Map<String, List<Path>> sources = Map.of(); // by the name of their type
  private static List<Row> rows = List.of();

  /// @param where types, members and files, each in code marks
  /// @param tests `Class#method`, or the class alone, each in code marks
  private record Row(String id, String where, String tests) {
    boolean isPlanned() {
      return where.startsWith("planned: ");
    }
  }

  @BeforeAll
  static void read() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !ROOT.relativize(file).toString().contains("target/"))
              .collect(Collectors.groupingBy(f -> f.getFileName().toString().replace(".java", "")));
    }
    rows =
        ROW.matcher(Files.readString(ROOT.resolve("docs/features.md")))
            .results()
            .map(row -> new Row(row.group(1), row.group(2), row.group(3).strip()))
            .toList();
  }

  @Test
  void featurePageHasEachRowOnceInOrder() {
    assertThat(rows)
        .extracting(Row::id)
        .isEqualTo(LAST_ROWS.stream().flatMap(FeaturesTest::upTo).toList());
  }

  private static Stream<String> upTo(String last) {
    return IntStream.rangeClosed(1, Integer.parseInt(last.substring(1)))
        .mapToObj(n -> "%s%02d".formatted(last.substring(0, 1), n));
  }

  @Test
  void featurePageNamesATestForEachRowThatIsDone() {
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.tests().isEmpty()).isEqualTo(row.isPlanned()));
  }

  @Test
  void testsNamedByTheFeaturePageExist() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Row row : rows) {
      for (String test : code(row.tests())) {
        String[] parts = test.split("#", 2);
        String declaration =
            parts.length == 1 ? "(class|interface) " + parts[0] : "[>d] " + parts[1] + "\\(";
        if (!isIn(parts[0], declaration)) {
          missing.add(row.id() + ": " + test);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void typesNamedByTheFeaturePageExist() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Row row : rows) {
      if (!row.isPlanned()) {
        missingOf(row).forEach(code -> missing.add(row.id() + ": " + code));
      }
    }
    assertThat(missing).isEmpty();
  }

  private static List<String> missingOf(Row row) throws IOException {
    List<String> missing = new ArrayList<>();
    String type = "";
    for (String code : code(row.where())) {
      if (code.contains("/")) {
        if (!Files.exists(ROOT.resolve(code.split(" ")[0]))) { // as in `./drover watch`
          missing.add(code);
        }
        continue;
      }
      List<String> names = names(code);
      if (Character.isUpperCase(code.charAt(0)) || code.startsWith("new ")) {
        type = names.getFirst();
      } // else it is a member of the type that was named before
      for (String name : names) {
        if (!isIn(type, "\\b" + name + "\\b")) {
          missing.add(code);
        }
      }
    }
    return missing;
  }

  private static List<String> names(String code) {
    MatchResult path = NAME.matcher(code).results().findFirst().orElseThrow();
    return List.of(path.group(1).split("\\."));
  }

  private static List<String> code(String cell) {
    return CODE.matcher(cell).results().map(code -> code.group(1)).toList();
  }

  private static boolean isIn(String type, String pattern) throws IOException {
    Pattern wanted = Pattern.compile(pattern);
    for (Path source : sources.getOrDefault(type, List.of())) {
      if (wanted.matcher(Files.readString(source)).find()) {
        return true;
      }
    }
    return false;
  }
}
