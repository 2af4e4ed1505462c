import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
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
/// ...
/// ```
/// ````
///
/// In the file the region stands between `// tag::reconcile` and `// end::reconcile`. In the page
/// it is moved to the left, and without the marks of other regions; blank lines at its ends do not
/// count. Without `#name`, it is the whole file. With `-Ddrover.update=true` the blocks are written
/// into the pages.
class DocsSnippetsTest {
  private static final Path ROOT = Path.of("..");
  private static final boolean UPDATE = Boolean.getBoolean("drover.update");
  private static final Pattern SNIPPET =
      Pattern.compile(
          "(?m)^<!-- snippet: ([^\\s#]+)(?:#(\\S+))? -->\n(?:```\\w*\n((?s:.*?))^```\n)?");
  private static final Pattern MARK = Pattern.compile("\\s*// (?:tag|end)::\\S+\\s*");

  @TestFactory
  Stream<DynamicTest> everySnippetEqualsItsRegion() throws IOException {
    return pages().stream().flatMap(DocsSnippetsTest::snippets);
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of(ROOT.resolve("README.md"), ROOT.resolve("examples/README.md")), docs)
          .filter(page -> page.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  private static Stream<DynamicTest> snippets(Path page) {
    if (UPDATE) {
      update(page);
    }
    return SNIPPET
        .matcher(read(page))
        .results()
        .map(
            snippet ->
                DynamicTest.dynamicTest(
                    ROOT.relativize(page) + ": " + place(snippet), () -> check(page, snippet)));
  }

  private static void check(Path page, MatchResult snippet) {
    assertThat(snippet.group(3))
        .as("%s has a block for %s", page, place(snippet))
        .isNotNull()
        .isEqualTo(code(snippet) + "\n");
  }

  private static void update(Path page) {
    String updated =
        SNIPPET
            .matcher(read(page))
            .replaceAll(
                snippet ->
                    Matcher.quoteReplacement(
                        "<!-- snippet: %s -->\n```%s\n%s\n```\n"
                            .formatted(place(snippet), language(snippet), code(snippet))));
    try {
      Files.writeString(page, updated);
    } catch (IOException e) {
      throw new AssertionError("cannot write " + page, e);
    }
  }

  private static String place(MatchResult snippet) {
    return snippet.group(1) + (snippet.group(2) == null ? "" : "#" + snippet.group(2));
  }

  private static String language(MatchResult snippet) {
    return snippet.group(1).substring(snippet.group(1).lastIndexOf('.') + 1);
  }

  private static String code(MatchResult snippet) {
    String source = read(ROOT.resolve(snippet.group(1)));
    return unmarked(snippet.group(2) == null ? source : region(source, snippet.group(2)));
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
        .stripTrailing() // a blank last line would count as one without indentation
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
  void regionIsUnindentedWithoutNestedMarkers() {
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
