package dev.drover.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// kubectl, unchanged, on the embedded server.
@Tag("kubectl")
class KubectlTest {
  @TempDir Path folder;

  @TestFactory
  List<DynamicTest> everydayCommandsHaveTheExpectedExitCodes() throws Exception {
    return run(TestedServer.embedded(), "embedded").stream()
        .map(
            outcome ->
                dynamicTest(
                    outcome.command().line(),
                    () ->
                        assertThat(outcome.exit() != 0)
                            .as("fails: %s", outcome.output())
                            .isEqualTo(outcome.command().mustFail())))
        .toList();
  }

  @Tag("real")
  @TestFactory
  List<DynamicTest> everydayCommandsPrintTheSameOnBothServers() throws Exception {
    List<KubectlScript.Outcome> here = run(TestedServer.embedded(), "embedded");
    List<KubectlScript.Outcome> there = run(TestedServer.real(), "real");
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < here.size(); i++) {
      KubectlScript.Outcome embedded = here.get(i);
      KubectlScript.Outcome real = there.get(i);
      String line = real.command().line();
      if (real.command().compared()) {
        tests.add(dynamicTest(line, () -> assertThat(embedded).isEqualTo(real)));
      }
    }
    return tests;
  }

  private List<KubectlScript.Outcome> run(TestedServer server, String name) throws Exception {
    try (server) {
      return new KubectlScript(Files.createDirectory(folder.resolve(name)))
          .run(server.kubeconfig());
    }
  }
}
