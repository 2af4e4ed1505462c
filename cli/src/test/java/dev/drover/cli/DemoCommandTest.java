package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
  @Test
  void demoShowsAControllerHealWhatBreaksAndChecksItself() {
    StringWriter said = new StringWriter();
    int code = Main.commandLine().setOut(new PrintWriter(said)).execute("demo", "--once");
    assertThat(said.toString())
        .contains("An API server listens on https://127.0.0.1:")
        .contains("default/vanilla has its Deployment, 3 pods, the node node-")
        .contains("default/strawberry has its Deployment, 1 pods")
        .contains("nothing is left of chocolate");
    assertThat(code).as(said.toString()).isZero();
  }
}
