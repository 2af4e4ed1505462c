package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The JVM ignores options of `controller.jvm` that it does not know, so these tests check them.
class ControllerOptionsTest {
  private static final Pattern OPTION = Pattern.compile("^-XX:[+-]?(\\w+)", Pattern.MULTILINE);
  private static final Pattern COMPILED_EARLY =
      Pattern.compile("CompileThresholdScaling,([\\w.]+)::(\\w*)\\*,[\\d.]+$", Pattern.MULTILINE);

  private static List<MatchResult> found(Pattern pattern) throws IOException {
    return pattern.matcher(Files.readString(Path.of("controller.jvm"))).results().toList();
  }

  @Test
  void everyJvmOptionIsKnownToThisJvm() throws IOException {
    var jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    assertThat(found(OPTION)).hasSizeGreaterThan(5);
    for (MatchResult option : found(OPTION)) {
      assertThatCode(() -> jvm.getVMOption(option.group(1)))
          .as(option.group())
          .doesNotThrowAnyException();
    }
  }

  @Test
  void methodsOfTheCompileCommandsExist() throws Exception {
    assertThat(found(COMPILED_EARLY)).hasSize(4);
    for (MatchResult each : found(COMPILED_EARLY)) {
      Stream<String> methods =
          Stream.of(Class.forName(each.group(1)).getDeclaredMethods()).map(Method::getName);
      assertThat(methods).as(each.group()).anyMatch(name -> name.startsWith(each.group(2)));
    }
  }
}
