package dev.drover.cli;

import dev.drover.client.ClientConfig;
import dev.drover.console.Console;
import dev.drover.console.ConsoleOptions;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Faults;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `./drover demo`: runs a controller through a scenario, on an embedded server or on a cluster.
@Command(
    name = "demo",
    description =
        "Shows a controller at work on an API server of its own: Icecreams become Deployments,"
            + " which become pods on nodes. It breaks a few things and shows them heal. Ctrl-C"
            + " stops it.")
final class DemoCommand implements Callable<Integer> {
  private static final Duration GRACE = Duration.ofSeconds(1);

  @Mixin private final Terminal terminal = new Terminal();

  @Option(names = "--once", description = "ends when everything was shown and checked: 0, or 1")
  private boolean once;

  @Option(
      names = "--cluster",
      description =
          "on your cluster, in a namespace of its own that goes at the end; asks first, and cuts no"
              + " watches there")
  private boolean cluster;

  @Option(names = "--yes", description = "does not ask")
  private boolean yes;

  @Mixin private final ClusterOptions which = new ClusterOptions();

  @Override
  public Integer call() throws Exception {
    return cluster ? onCluster() : onServerOfItsOwn();
  }

  private int onServerOfItsOwn() throws Exception {
    terminal.say(
        "Starting an API server, a simulated cluster and a controller, all in this process.");
    EmbeddedApiServer.Options options =
        EmbeddedApiServer.Options.defaults().with(o -> o.simulate());
    try (StopSignal stop = StopSignal.listen(once ? 1 : 0);
        EmbeddedApiServer server = EmbeddedApiServer.start(options);
        KubeconfigFile kubeconfig = KubeconfigFile.write(server.kubeconfig(), null)) {
      terminal.say(
          "The API server listens on " + server.url() + ". To look at it from another terminal:");
      terminal.say("  export KUBECONFIG=" + kubeconfig.path());
      ClientConfig config =
          ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
      return play(stop, config, Optional.of(server.faults()));
    }
  }

  private int onCluster() throws Exception {
    ClientConfig config = which.config();
    if (!yes
        && !new ClusterConsent(terminal.out(), Terminal.input())
            .isGivenFor(config, DemoNamespace.PLAN)) {
      terminal.say("Nothing was done.");
      return 1;
    }
    try (StopSignal stop = StopSignal.listen(once ? 1 : 0);
        DemoNamespace namespace = DemoNamespace.create(config)) {
      terminal.say("The demo takes place in the namespace " + namespace.name() + ".");
      return play(stop, config.with(c -> c.namespace(namespace.name())), Optional.empty());
    }
  }

  /// @param faults the faults that may be injected; empty on a cluster
  private int play(StopSignal stop, ClientConfig config, Optional<Faults> faults) throws Exception {
    Console console = Console.of(ConsoleOptions.defaults().with(o -> o.port(0).actions()));
    try (Manager icecreams =
        Manager.connect(
            "icecream-controller", config, options(config).with(o -> o.extension(console)))) {
      Optional<Boolean> well =
          stop.unlessGiven(
              () -> {
                icecreams.install(Icecream.class);
                IcecreamController.addTo(icecreams);
                icecreams.start();
                terminal.say(
                    "To watch the controller at work, open " + console.url().orElseThrow());
                return new DemoScenario(
                        icecreams.client().live(), config.namespace(), terminal.out())
                    .play(faults, once ? Duration.ZERO : DemoScenario.READING);
              });
      if (!once && well.isPresent()) {
        terminal.say("That was all. It goes on working: try kubectl get icecreams, or Ctrl-C.");
        stop.await();
      }
      return well.orElse(false) ? 0 : 1;
    }
  }

  private static ManagerOptions options(ClientConfig config) {
    return ManagerOptions.defaults().with(o -> o.namespaces(config.namespace()).grace(GRACE));
  }
}
