package dev.drover.cli;

import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `./drover run`: runs a controller in a single file, on an embedded server or on a cluster.
@Command(
    name = "run",
    description =
        "Runs a controller that is a single Java file, until Ctrl-C. Enter restarts it. It gets"
            + " an API server of its own, with the controllers that clean up, unless --cluster is"
            + " given.")
final class RunCommand implements Callable<Integer> {
  private static final int GRACE_SECONDS = 10;
  private static final int SIMULATED_NODES = 3;
  private static final List<String> CLEANING =
      List.of(
          "clusterrole-aggregation-controller",
          "garbage-collector-controller",
          "namespace-controller",
          "serviceaccount-controller");
  private static final Set<Integer> SIGNALS = Set.of(128 + 2, 128 + 15); // as shells report them

  @Mixin private final Terminal terminal = new Terminal();

  @Option(
      names = "--cluster",
      description = "use the cluster of $KUBECONFIG or ~/.kube/config, not a server of its own")
  private boolean cluster;

  @Option(
      names = "--simulate",
      description = "with a simulated cluster, as in the demo: Deployments get pods on nodes")
  private boolean isSimulated;

  @Option(
      names = "--console",
      description =
          "with a web page that shows what the controller does, and why, at an address that stays"
              + " the same when Enter restarts it")
  private boolean hasConsole;

  @Option(
      names = "--kubeconfig-out",
      paramLabel = "FILE",
      description = "where to write the kubeconfig of the server; none: a temporary file")
  private @Nullable Path kubeconfigOut;

  @Parameters(index = "0", paramLabel = "FILE.java", description = "the program")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path file;

  @Parameters(index = "1..*", paramLabel = "ARG", description = "what the program gets")
  private List<String> arguments = List.of();

  @Override
  public Integer call() throws Exception {
    requireProgram();
    if (cluster && isSimulated) {
      throw new IllegalArgumentException("a cluster has pods of its own: leave --simulate out");
    }
    try (StopSignal stop = StopSignal.listen(0)) {
      return cluster ? runUntil(stop, null) : runWithServerUntil(stop);
    }
  }

  private void requireProgram() throws IOException {
    if (!file.toString().endsWith(".java")) {
      throw new IllegalArgumentException(file + " is no Java file: its name must end in .java");
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("there is no file " + file + neighbours());
    }
  }

  /// The Java files in the same folder, for a message.
  private String neighbours() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return ": there is no folder " + file.getParent() + " here";
    }
    try (Stream<Path> all = Files.list(folder)) {
      List<String> programs =
          all.map(p -> p.getFileName().toString())
              .filter(n -> n.endsWith(".java"))
              .sorted()
              .toList();
      return programs.isEmpty()
          ? ", and no other Java file in " + folder
          : "; in that folder there are " + String.join(", ", programs);
    }
  }

  private int runWithServerUntil(StopSignal stop) throws Exception {
    EmbeddedApiServer.Options options =
        EmbeddedApiServer.Options.defaults()
            .with(o -> o.controllers(isSimulated ? List.of("*") : CLEANING))
            .with(o -> o.simulate(isSimulated ? SIMULATED_NODES : 0));
    try (EmbeddedApiServer server = EmbeddedApiServer.start(options);
        KubeconfigFile kubeconfig = KubeconfigFile.write(server.kubeconfig(), kubeconfigOut)) {
      terminal.say("Serving " + server.url() + ", export KUBECONFIG=" + kubeconfig.path());
      return runUntil(stop, kubeconfig.path());
    }
  }

  /// Runs the program, and once more after each Enter.
  private int runUntil(StopSignal stop, @Nullable Path kubeconfig) throws Exception {
    EnterKey enter = new EnterKey(System.in);
    Optional<ConsoleAddress> console =
        hasConsole ? Optional.of(ConsoleAddress.choose()) : Optional.empty();
    console.ifPresent(
        address ->
            terminal.say(
                "To watch the controller at work, open " + address.url() + " once it runs"));
    while (true) {
      Process program = start(kubeconfig, console);
      Optional<Boolean> again = stop.unlessGiven(() -> isWantedAgain(program, enter));
      end(program);
      if (!again.orElse(false)) {
        return program.exitValue();
      }
      terminal.say("Restarting");
    }
  }

  /// Ctrl-C sends SIGINT to every process of the terminal. The program ignores it and gets SIGTERM
  /// from this command instead: two signals would end it without a grace period.
  private Process start(@Nullable Path kubeconfig, Optional<ConsoleAddress> console)
      throws IOException {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    TerminalLog.colour().ifPresent(command::add);
    console.ifPresent(address -> command.addAll(address.options()));
    command.add(file.toString());
    command.addAll(arguments);
    ProcessBuilder program = new ProcessBuilder(command).inheritIO();
    program.redirectInput(ProcessBuilder.Redirect.PIPE); // Enter is for this command
    console.ifPresent(address -> program.environment().put(ConsoleAddress.TOKEN, address.token()));
    if (kubeconfig != null) {
      program.environment().put("KUBECONFIG", kubeconfig.toString());
    }
    return program.start();
  }

  /// Whether to restart: Enter was pressed before the program ended, or after it failed and the
  /// user has fixed it.
  private boolean isWantedAgain(Process program, EnterKey enter) throws Exception {
    CompletableFuture<Boolean> pressed = enter.pressed();
    CompletableFuture<Boolean> ended = program.onExit().thenApply(_ -> false);
    if (pressed.thenCompose(yes -> yes ? pressed : ended).applyToEither(ended, yes -> yes).get()) {
      return true;
    }
    boolean isInputClosed = pressed.isDone() && !pressed.get();
    if (program.exitValue() == 0 || SIGNALS.contains(program.exitValue()) || isInputClosed) {
      return false;
    }
    terminal.say(
        file + " ended with " + program.exitValue() + ". Fix it and press Enter, or Ctrl-C.");
    return pressed.get();
  }

  private static void end(Process program) throws InterruptedException {
    program.toHandle().destroy();
    if (!program.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
      program.toHandle().destroyForcibly();
      program.waitFor();
    }
  }
}
