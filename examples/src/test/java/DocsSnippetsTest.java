import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The code that pages show is code that is tested.
///
/// A page says where its next block comes from, a file from the root of the repository and one of
/// its regions:
///
/// ````
/// <!-- snippet: examples/Icecream.java#reconcile -->
/// ```java
/// ````
///
/// In the file the region stands between `// tag::reconcile` and `// end::reconcile`. In the page
/// it is moved to the left, and without the marks of other regions; blank lines at its ends do not
/// count. Without `#name`, it is the whole file.
class DocsSnippetsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern SNIPPET =
      Pattern.compile(
          "<!-- snippet: (\\S+?)(?:#(\\S+))? -->\\s*```(\\w*)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern MARK = Pattern.compile("\\s*// (?:tag|end)::\\S+\\s*");

  @TestFactory
  Stream<DynamicTest> everySnippetIsItsRegion() throws IOException {
    return pages().flatMap(DocsSnippetsTest::snippets);
  }

  private static Stream<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      List<Path> all = docs.filter(p -> p.toString().endsWith(".md")).sorted().toList();
      return Stream.concat(
          Stream.of(ROOT.resolve("README.md"), ROOT.resolve("examples/README.md")), all.stream());
    }
  }

  private static Stream<DynamicTest> snippets(Path page) {
    return SNIPPET
        .matcher(read(page))
        .results()
        .map(
            snippet ->
                DynamicTest.dynamicTest(
                    ROOT.relativize(page) + ": " + snippet.group(1) + "#" + snippet.group(2),
                    () -> check(page, snippet)));
  }

  private static void check(Path page, MatchResult snippet) {
    String source = read(ROOT.resolve(snippet.group(1)));
    String region = snippet.group(2) == null ? source : region(source, snippet.group(2));
    assertThat(snippet.group(4).strip())
        .as("%s shows %s#%s", page, snippet.group(1), snippet.group(2))
        .isEqualTo(unmarked(region));
  }

  private static String region(String source, String name) {
    List<String> regions =
        Pattern.compile(
                "// tag::%1$s\\s*\n(.*?)[ \t]*// end::%1$s\\b".formatted(Pattern.quote(name)),
                Pattern.DOTALL)
            .matcher(source)
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(regions).as("regions between // tag::%s and // end::%s", name, name).hasSize(1);
    return regions.getFirst();
  }

  private static String unmarked(String region) {
    return region
        .lines()
        .filter(line -> !MARK.matcher(line).matches())
        .collect(Collectors.joining("\n"))
        .stripIndent()
        .strip();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError("a page refers to " + file + ", which cannot be read", e);
    }
  }

  @Test
  void regionIsMovedToTheLeftAndLosesTheMarksOfOthers() {
    String source =
        """
          // tag::outer
            int a;
            // tag::inner
            int b;
            // end::inner
          // end::outer
        """;
    assertThat(unmarked(region(source, "outer"))).isEqualTo("int a;\nint b;");
    assertThat(unmarked(region(source, "inner"))).isEqualTo("int b;");
  }
}
