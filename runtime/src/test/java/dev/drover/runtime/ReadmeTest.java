package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every program in the README compiles as it stands.
class ReadmeTest {
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```\n", Pattern.DOTALL);

  @Test
  void programsOfTheReadmeCompile(@TempDir Path folder) throws Exception {
    List<String> programs =
        JAVA.matcher(Files.readString(Path.of("..", "README.md")))
            .results()
            .map((MatchResult block) -> block.group(1))
            .toList();
    assertThat(programs).hasSizeGreaterThan(1);
    var compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, null);
    for (int i = 0; i < programs.size(); i++) {
      Path source = Files.writeString(folder.resolve("Program" + i + ".java"), programs.get(i));
      StringWriter output = new StringWriter();
      boolean compiled =
          compiler
              .getTask(
                  output,
                  files,
                  null,
                  List.of("-proc:none", "-d", folder.toString()),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(output.toString()).isTrue();
    }
  }
}
