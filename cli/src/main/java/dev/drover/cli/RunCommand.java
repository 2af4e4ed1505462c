package dev.drover.cli;

import dev.drover.server.EmbeddedApiServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./drover run`: a controller in a single file, on a server of its own or on a cluster.
@Command(
    name = "run",
    description = {
      "Runs a controller that is a single Java file, until Ctrl-C. Enter starts it anew.",
      "It gets an API server of its own, with the controllers that clean up, unless --cluster is"
          + " given."
    })
final class RunCommand implements Callable<Integer> {
  private static final int GRACE_SECONDS = 10;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "this text")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(
      names = "--cluster",
      description = "use the cluster of $KUBECONFIG or ~/.kube/config, not a server of its own")
  private boolean cluster;

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

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean ending;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("there is no file " + file);
    }
    try {
      return cluster ? run(null) : runWithServer();
    } finally {
      over.countDown();
    }
  }

  private int runWithServer() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("drover-run");
    Path kubeconfig = kubeconfigOut == null ? folder.resolve("kubeconfig") : kubeconfigOut;
    EmbeddedApiServer.Options options =
        EmbeddedApiServer.Options.defaults().withControllers(List.of("*"));
    try (EmbeddedApiServer server = EmbeddedApiServer.start(options)) {
      ApiServerCommand.writePrivately(kubeconfig, server.kubeconfig());
      say("Serving " + server.url() + ", export KUBECONFIG=" + kubeconfig.toAbsolutePath());
      return run(kubeconfig);
    } finally {
      Files.deleteIfExists(folder.resolve("kubeconfig"));
      Files.deleteIfExists(folder);
    }
  }

  /// Runs the program, again after each Enter.
  private int run(@Nullable Path kubeconfig) throws IOException, InterruptedException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (true) {
      Process program = start(kubeconfig);
      Thread hook = new Thread(() -> stop(program));
      Runtime.getRuntime().addShutdownHook(hook);
      boolean again = awaitEnter(program, input);
      end(program);
      if (!again || ending) {
        return program.exitValue();
      }
      Runtime.getRuntime().removeShutdownHook(hook);
      say("Starting anew");
    }
  }

  private Process start(@Nullable Path kubeconfig) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(file.toString());
    command.addAll(arguments);
    ProcessBuilder program = new ProcessBuilder(command).inheritIO();
    program.redirectInput(ProcessBuilder.Redirect.PIPE); // Enter is for this command
    if (kubeconfig != null) {
      program.environment().put("KUBECONFIG", kubeconfig.toAbsolutePath().toString());
    }
    return program.start();
  }

  /// Whether Enter came before the program ended by itself.
  private static boolean awaitEnter(Process program, BufferedReader input)
      throws InterruptedException {
    CompletableFuture<Boolean> first = new CompletableFuture<>();
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    if (input.readLine() != null) {
                      first.complete(true);
                    }
                  } catch (IOException e) {
                    first.completeExceptionally(e);
                  }
                });
    CompletableFuture<Boolean> ended = program.onExit().thenApply(_ -> false);
    boolean again = first.applyToEither(ended, enter -> enter).join();
    if (!again) {
      reader.interrupt();
    }
    return again;
  }

  private static void end(Process program) throws InterruptedException {
    program.toHandle().destroy();
    if (!program.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
      program.toHandle().destroyForcibly();
      program.waitFor();
    }
  }

  /// Runs when a signal comes; the program gets it too, from the terminal or from here.
  private void stop(Process program) {
    ending = true;
    try {
      end(program);
      if (over.await(5, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void say(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }
}
