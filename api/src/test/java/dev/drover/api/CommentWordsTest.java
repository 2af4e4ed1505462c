package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Comments of all modules name parts of the program, not people; `behind` never means after.
class CommentWordsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern COMMENT =
      Pattern.compile(
          "//.*\\b(who|behind|nobody|somebody|anybody|everybody|whoever|(is|are) told)\\b");

  @Test
  void commentsNameProgramPartsNotPeople() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : sources()) {
      lines(file, found);
    }
    assertThat(found).isEmpty();
  }

  /// Everything that is written by hand: the sources of all modules and the examples.
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean isBuilt = name.equals("target") || name.length() > 2 && name.startsWith(".");
            return isBuilt ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java") && !file.endsWith("CommentWordsTest.java")) {
              sources.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(sources).hasSizeGreaterThan(2_000);
    return sources;
  }

  private static void lines(Path file, List<String> found) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (COMMENT.matcher(line.toLowerCase(Locale.ROOT)).find()) {
        found.add(file.getFileName() + ": " + line.strip());
      }
    }
  }
}
