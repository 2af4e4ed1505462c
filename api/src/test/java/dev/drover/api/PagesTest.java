package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

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

/// The pages of the project lead where they say.
class PagesTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  private final Path root = Glossary.root();

  @Test
  void linksWithinTheProjectHaveTargets() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        if (!link.group(1).contains("://") && !leadsSomewhere(page, link.group(1))) {
          broken.add(root.relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void readmeIsShort() throws IOException {
    assertThat(Files.readAllLines(root.resolve("README.md"))).hasSizeLessThan(150);
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(root.resolve("docs"));
        Stream<Path> top = Files.list(root);
        Stream<Path> examples = Files.list(root.resolve("examples"))) {
      return Stream.of(docs, top, examples)
          .flatMap(files -> files)
          .filter(file -> file.toString().endsWith(".md"))
          .toList();
    }
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
    return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
  }

  /// As GitHub makes them of headings.
  private static List<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
