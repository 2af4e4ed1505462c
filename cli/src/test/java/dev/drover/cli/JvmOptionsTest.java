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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The JVM ignores options that it does not know where `controller.jvm` or `apiserver.jvm` is used,
/// so these tests check the options of all files.
class JvmOptionsTest {
  private static final Pattern OPTION = Pattern.compile("^-XX:[+-]?(\\w+)", Pattern.MULTILINE);
  private static final Pattern COMPILED_EARLY =
      Pattern.compile("CompileThresholdScaling,([\\w.]+)::(\\w*)\\*,[\\d.]+$", Pattern.MULTILINE);

  private static List<MatchResult> found(String file, Pattern pattern) throws IOException {
    return pattern.matcher(Files.readString(Path.of(file))).results().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"controller.jvm", "apiserver.jvm", "small.jvm"})
  void everyJvmOptionIsKnownToThisJvm(String file) throws IOException {
    var jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    assertThat(found(file, OPTION)).isNotEmpty();
    for (MatchResult option : found(file, OPTION)) {
      assertThatCode(() -> jvm.getVMOption(option.group(1)))
          .as(option.group())
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"controller.jvm", "apiserver.jvm"})
  void methodsOfTheCompileCommandsExist(String file) throws Exception {
    assertThat(found(file, COMPILED_EARLY)).hasSize(4);
    for (MatchResult each : found(file, COMPILED_EARLY)) {
      Stream<String> methods =
          Stream.of(Class.forName(each.group(1)).getDeclaredMethods()).map(Method::getName);
      assertThat(methods).as(each.group()).anyMatch(name -> name.startsWith(each.group(2)));
    }
  }
}
