package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Comments of the lower modules name parts of the program, not people; `behind` never means after.
class CommentWordsTest {
  private static final List<String> SOURCES =
      List.of(
          "api/src",
          "schema/src/main",
          "schema/src/test",
          "model/src",
          "model/generator/src",
          "cel/src",
          "certificates/src",
          "testsupport/src");
  private static final Pattern COMMENT =
      Pattern.compile(
          "//.*\\b(who|behind|nobody|somebody|anybody|everybody|whoever|(is|are) told)\\b");

  @Test
  void commentsHaveNoPeopleInThem() throws IOException {
    List<String> found = new ArrayList<>();
    for (String folder : SOURCES) {
      try (Stream<Path> files = Files.walk(Path.of("..").resolve(folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          if (!file.endsWith("CommentWordsTest.java")) {
            lines(file, found);
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static void lines(Path file, List<String> found) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (COMMENT.matcher(line.toLowerCase(Locale.ROOT)).find()) {
        found.add(file.getFileName() + ": " + line.strip());
      }
    }
  }
}
