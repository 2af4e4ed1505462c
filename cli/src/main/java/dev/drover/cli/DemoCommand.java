package dev.drover.cli;

import dev.drover.client.ClientConfig;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./drover demo`: a controller at work, with everything it needs.
@Command(
    name = "demo",
    description = {
      "Shows a controller at work on an API server of its own: Icecreams become Deployments, which",
      "become pods on nodes. It breaks a few things and shows them heal. Ctrl-C stops it."
    })
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "this text")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(names = "--once", description = "ends when everything was shown and checked: 0, or 1")
  private boolean once;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("drover-demo");
    Path kubeconfig = folder.resolve("kubeconfig");
    try (EmbeddedApiServer server =
        EmbeddedApiServer.start(
            EmbeddedApiServer.Options.defaults().withControllers(List.of("*")))) {
      ApiServerCommand.writePrivately(kubeconfig, server.kubeconfig());
      Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
      say("An API server listens on " + server.url() + ". To look at it from another terminal:");
      say("  export KUBECONFIG=" + kubeconfig.toAbsolutePath());
      return play(server);
    } finally {
      Files.deleteIfExists(kubeconfig);
      Files.deleteIfExists(folder);
      closed.countDown();
    }
  }

  private int play(EmbeddedApiServer server) throws InterruptedException {
    ClientConfig config =
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    ManagerOptions options = ManagerOptions.DEFAULT.with(o -> o.grace(Duration.ofSeconds(1)));
    try (Manager workloads = Manager.connect("simulated-workloads", config, options);
        Manager icecreams = Manager.connect("icecream-controller", config, options)) {
      SimulatedWorkloads.addTo(workloads);
      icecreams.install(Icecream.class);
      IcecreamController.addTo(icecreams);
      workloads.start();
      icecreams.start();
      DemoScenario scenario =
          new DemoScenario(server, workloads, icecreams, spec.commandLine().getOut(), asked);
      boolean well = scenario.play();
      if (!once) {
        say("That was all. It goes on working: try kubectl get icecreams, or Ctrl-C.");
        asked.await();
        return 0;
      }
      return well ? 0 : 1;
    }
  }

  /// Runs when a signal comes; see [ApiServerCommand].
  private void stop() {
    asked.countDown();
    try {
      if (closed.await(5, TimeUnit.SECONDS) && !once) {
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void say(String text) {
    spec.commandLine().getOut().println(text);
    spec.commandLine().getOut().flush();
  }
}
