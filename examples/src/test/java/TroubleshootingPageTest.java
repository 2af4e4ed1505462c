import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.text.Troubleshooting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The texts by which users look for their problem are those of the program.
class TroubleshootingPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Path MAIN = Path.of("src", "main", "java");
  private static final int SHORTEST = 8;

  /// What stands in the first column of a table, or in bold at the begin of an entry.
  private static final Pattern SYMPTOM =
      Pattern.compile("(?m)^\\| ([^|]*`[^|]*) \\||\\*\\*(`[^*]*`)\\*\\*");

  private static final Pattern CODE = Pattern.compile("`([^`]*)`");

  /// Texts of kube-apiserver and of Kubernetes' names.
  private static final Pattern FOREIGN =
      Pattern.compile(
          "x509: .*|failed calling webhook|connection refused|no endpoints available|context"
              + " deadline exceeded|the server could not find the requested resource|conflict"
              + " with.*|forbidden");

  /// The Java sources as one text, in which literals that are put together are one.
  private static String sources() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path module : modules()) {
      try (Stream<Path> files = Files.walk(module.resolve(MAIN))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          all.append(Files.readString(file));
        }
      }
    }
    return all.toString().replaceAll("\"\\s*\\+\\s*\"", "").replaceAll("\\s+", " ");
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> folders = Files.walk(ROOT, 2)) {
      return folders.filter(folder -> Files.isDirectory(folder.resolve(MAIN))).toList();
    }
  }

  @Test
  void everyTextOfThePageIsOneOfTheProgram() throws IOException {
    String sources = sources();
    String page = Files.readString(ROOT.resolve("docs/troubleshooting.md"));
    List<String> unknown = new ArrayList<>();
    List<String> known = new ArrayList<>();
    SYMPTOM.matcher(page).results().forEach(row -> check(row, sources, known, unknown));
    assertThat(unknown).isEmpty();
    assertThat(known).hasSizeGreaterThan(15);
  }

  @Test
  void placesThatErrorsReferToAreSectionsOfThePage() throws IOException {
    List<String> sections =
        Files.readString(ROOT.resolve("docs/troubleshooting.md"))
            .lines()
            .filter(line -> line.startsWith("## "))
            .map(line -> "docs/troubleshooting.md#" + line.substring(3).replace(' ', '-'))
            .map(line -> line.toLowerCase(Locale.ROOT))
            .toList();
    for (Troubleshooting section : Troubleshooting.values()) {
      assertThat(sections).contains(section.place());
    }
  }

  private static void check(
      MatchResult row, String sources, List<String> known, List<String> unknown) {
    String symptom = row.group(1) == null ? row.group(2) : row.group(1);
    CODE.matcher(symptom)
        .results()
        .flatMap(code -> Stream.of(code.group(1).split("…|\\.\\.\\.", -1)))
        .map(part -> part.replaceAll("^[ '.:;,\"]+|[ '.:;,\"]+$", ""))
        .filter(part -> part.length() >= SHORTEST && !FOREIGN.matcher(part).matches())
        .forEach(part -> (sources.contains(part) ? known : unknown).add(part));
  }
}
