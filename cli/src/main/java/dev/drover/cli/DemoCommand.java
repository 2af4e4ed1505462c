package dev.drover.cli;

import dev.drover.client.ClientConfig;
import dev.drover.client.TimeSource;
import dev.drover.console.Console;
import dev.drover.console.ConsoleOptions;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Faults;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
            + " stops it. A terminal shows the objects as they change, a pipe the log.")
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

  @Option(
      names = "--log",
      description =
          "prints the log, as in a pipe, where a terminal shows the objects as they change")
  private boolean hasLog;

  @Option(names = "--yes", description = "does not ask")
  private boolean yes;

  @Mixin private final ClusterOptions which = new ClusterOptions();

  @Override
  public Integer call() throws Exception {
    try (LogTail log = LogTail.ofStandardError()) {
      return cluster ? onCluster(log) : onServerOfItsOwn(log);
    }
  }

  private int onServerOfItsOwn(LogTail log) throws Exception {
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
      return play(
          stop,
          log,
          config,
          Optional.of(server.faults()),
          List.of("kubectl  export KUBECONFIG=" + kubeconfig.path()));
    }
  }

  private int onCluster(LogTail log) throws Exception {
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
      return play(
          stop,
          log,
          config.with(c -> c.namespace(namespace.name())),
          Optional.empty(),
          List.of("In the namespace " + namespace.name()));
    }
  }

  /// @param faults the faults that may be injected; empty on a cluster
  /// @param where says how to look at the cluster
  private int play(
      StopSignal stop,
      LogTail log,
      ClientConfig config,
      Optional<Faults> faults,
      List<String> where)
      throws Exception {
    Console console = Console.of(ConsoleOptions.defaults().with(o -> o.port(0).actions()));
    DemoRuns runs = new DemoRuns();
    boolean isLive = !once && !hasLog && Terminal.canBeDrawnOn();
    try (Manager icecreams =
        Manager.connect(
            "icecream-controller",
            config,
            options(config).with(o -> o.extension(console).tracer(runs)))) {
      Optional<Boolean> well =
          stop.unlessGiven(
              () -> {
                icecreams.install(Icecream.class);
                IcecreamController.addTo(icecreams);
                icecreams.start();
                String page = console.url().orElseThrow().toString();
                terminal.say("To watch the controller at work, open " + page);
                if (!isLive) {
                  return play(stop, icecreams, config, faults, DemoNarrator.to(terminal.out()));
                }
                List<String> head = new ArrayList<>(List.of("Console  " + page));
                head.addAll(where);
                return playLive(stop, icecreams, config, faults, runs, log, head);
              });
      return well.orElse(false) ? 0 : 1;
    }
  }

  /// Whether all was well. Returns after the last check with `--once`, else after Ctrl-C.
  private boolean play(
      StopSignal stop,
      Manager icecreams,
      ClientConfig config,
      Optional<Faults> faults,
      DemoNarrator narrator)
      throws InterruptedException {
    boolean well =
        new DemoScenario(icecreams.client().live(), config.namespace(), narrator)
            .play(faults, once ? Duration.ZERO : DemoScenario.READING);
    if (!once) {
      narrator.say("That was all. It goes on working: try kubectl get icecreams, or Ctrl-C.");
      stop.await();
    }
    return well;
  }

  /// As [#play], on a terminal: the objects change in place, the log is a few lines high. What was
  /// said stays on the terminal when the tree is gone.
  private boolean playLive(
      StopSignal stop,
      Manager icecreams,
      ClientConfig config,
      Optional<Faults> faults,
      DemoRuns runs,
      LogTail log,
      List<String> head)
      throws InterruptedException {
    DemoSteps steps = new DemoSteps();
    AnsiText ansi = new AnsiText(TerminalLog.colour().isPresent());
    DemoTree tree = new DemoTree(icecreams, runs, TimeSource.system(), ansi);
    DemoView view = new DemoView(head, steps, tree::lines, log, ansi);
    log.hold();
    try (LiveScreen _ = LiveScreen.open(terminal.out(), view::lines)) {
      return play(stop, icecreams, config, faults, steps);
    } finally {
      log.release();
      steps.tell(DemoNarrator.to(terminal.out()));
    }
  }

  private static ManagerOptions options(ClientConfig config) {
    return ManagerOptions.defaults().with(o -> o.namespaces(config.namespace()).grace(GRACE));
  }
}
