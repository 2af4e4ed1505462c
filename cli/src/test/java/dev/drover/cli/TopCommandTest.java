package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.ClientConfig;
import dev.drover.console.Console;
import dev.drover.console.ConsoleOptions;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;
import dev.drover.server.EmbeddedApiServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopCommandTest {
  private final StringWriter said = new StringWriter();

  private int top(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(said))
        .setErr(new PrintWriter(said))
        .execute(arguments);
  }

  @Test
  void topPrintsTheControllersOfARunningManagerAsPlainText() throws Exception {
    Console console = Console.of(ConsoleOptions.defaults().with(o -> o.port(0)));
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Manager manager =
            Manager.connect(
                "shop",
                ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
                ManagerOptions.defaults().with(o -> o.namespaces("default").extension(console)))) {
      manager.controllerFor(ConfigMap.class).workers(3).complete((map, ctx) -> Result.done());
      manager.start();
      manager.client().create(ConfigMap.named("default", "a"));
      manager.settle(Duration.ofSeconds(30));
      assertThat(top("top", "--once", console.url().orElseThrow().toString())).isZero();
      assertThat(said.toString())
          .startsWith("shop  running, leads, 1 of 1 caches synced")
          .containsPattern("(?m)^configmap +\\d+ +0 .* 0/3 ")
          .doesNotContain("\u001b");
      String wrong = console.url().orElseThrow().resolve("/?token=wrong").toString();
      assertThat(top("top", "--once", wrong)).isEqualTo(1);
      assertThat(said.toString())
          .contains("the console answers 401: this console requires its token");
    }
  }

  @Test
  void topSaysThatNothingAnswers() {
    assertThat(top("top", "--once", "http://127.0.0.1:1/?token=0123456789abcdef")).isEqualTo(1);
    assertThat(said.toString())
        .contains("no answer from 127.0.0.1:1 (no connection): does the program run");
  }

  @Test
  void topNamesTheAddressThatItNeeds() {
    assertThat(top("top", "--once", "http://127.0.0.1:1/")).isEqualTo(1);
    assertThat(said.toString()).contains("http://127.0.0.1:8090/?token=...");
  }

  @Test
  void topShowsWhatWaitsAndWhyAndTheSlowestObjects() {
    TopScreen screen =
        new TopScreen(
            Map.of("manager", "shop", "controllers", List.of()),
            List.of(
                Map.of(
                    "controller",
                    "web",
                    "keys",
                    List.of(
                        Map.of(
                            "namespace", "shop",
                            "name", "a",
                            "where", "delayed",
                            "ageMillis", 2500L,
                            "failures", 3L,
                            "lastError", "java.io.IOException: no answer")))),
            List.of(Map.of("controller", "web", "name", "b", "micros", 1_500_000L)));
    assertThat(screen.lines())
        .anyMatch(line -> line.matches("web +shop/a +delayed +2.5 s +3 +java.io.IOExc.*"))
        .anyMatch(line -> line.matches("web +b +1.5 s"));
  }
}
