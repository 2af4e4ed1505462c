package dev.drover.cli;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.Manifests;
import dev.drover.api.ObjectKey;
import dev.drover.client.Client;
import dev.drover.testkit.trial.Trial;
import dev.drover.testkit.trial.TrialFailure;
import dev.drover.testkit.trial.TrialOptions;
import dev.drover.testkit.trial.TrialSummary;
import dev.drover.testkit.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `./drover trial`: runs a controller in a single file under disturbances, without any test.
@Command(
    name = "trial",
    description =
        "Tries a controller that is a single Java file: runs it on an API server in this process"
            + " with the objects of the manifests, again and again, and crashes, delays and"
            + " misleads it at every call. Each object is applied as a step; a second trial deletes"
            + " them all in the end. Exit code 1 with a report when a plan fails.")
final class TrialCommand implements Callable<Integer> {
  @Mixin private final Terminal terminal = new Terminal();

  @Parameters(index = "0", paramLabel = "FILE.java", description = "the program")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path file;

  @Option(
      names = "--manifest",
      required = true,
      paramLabel = "FILE",
      description = "objects to apply, in any namespace; given again, the next state of them")
  private List<Path> manifests = List.of();

  @Option(
      names = "--budget",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "how long plans are run: ${DEFAULT-VALUE}")
  private int budget;

  @Option(
      names = "--plans",
      paramLabel = "N",
      defaultValue = "" + Integer.MAX_VALUE,
      hideParamSyntax = true,
      description = "how many plans are run at most")
  private int plans;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "100",
      description = "how many pairs of crashes are tried after all others: ${DEFAULT-VALUE}")
  private int pairs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "chooses the pairs: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--replay",
      paramLabel = "PLAN",
      description = "runs this plan alone, as a report names it")
  private @Nullable String replay;

  @Option(
      names = "--report",
      paramLabel = "FOLDER",
      description = "where a report is written as a page")
  private @Nullable Path report;

  @Override
  public Integer call() throws IOException {
    if (budget < 1) {
      throw new IllegalArgumentException("--budget is at least 1 second, got " + budget);
    }
    List<List<DynamicObject>> states = new ArrayList<>();
    for (Path manifest : manifests) {
      if (!Files.isReadable(manifest)) {
        throw new IllegalArgumentException("there is no file " + manifest + " that can be read");
      }
      states.add(Manifests.read(manifest).stream().map(TrialCommand::anywhere).toList());
    }
    if (states.stream().allMatch(List::isEmpty)) {
      throw new IllegalArgumentException("there is no object in " + manifests);
    }
    String name = file.getFileName().toString();
    TrialProgress progress =
        new TrialProgress(terminal.out(), Terminal.isThere(), System.nanoTime());
    TrialOptions options = options(progress);
    try (ProgramClasses program = ProgramClasses.compile(file)) {
      Optional<TrialFailure> created =
          unreached(name, options, progress, trial -> body(trial, program, states, false));
      Optional<TrialFailure> deleted =
          unreached(
              name + ", and all is deleted",
              options,
              progress,
              trial -> body(trial, program, states, true));
      if (created.isPresent() && deleted.isPresent()) {
        throw deleted.get(); // it lists the steps of both
      }
      return 0;
    } catch (TrialFailure e) {
      progress.clear();
      terminal.say(
          String.valueOf(e.getMessage()).replace("-D" + TrialOptions.REPLAY + "=", "--replay "));
      return 1;
    }
  }

  /// Runs one of the two trials.
  ///
  /// @return a failure if the plan to replay is not of this trial
  private Optional<TrialFailure> unreached(
      String what, TrialOptions options, TrialProgress progress, Trials.Body body) {
    try {
      TrialSummary summary = Trials.run(what, options, body);
      progress.clear();
      say(what, summary);
      return Optional.empty();
    } catch (TrialFailure e) {
      if (!e.oracle().equals("replay")) {
        throw e;
      }
      return Optional.of(e);
    }
  }

  private void say(String what, TrialSummary summary) {
    terminal.say(what + " survives " + summary);
    if (summary.calls() == 0) {
      terminal.say(
          "The controller made no call, so this says little: is there an object in the manifests"
              + " that it reconciles?");
    }
  }

  private TrialOptions options(TrialProgress progress) {
    return TrialOptions.defaults()
        .with(
            o -> {
              o.budget(Duration.ofSeconds(budget).dividedBy(2)) // two trials
                  .plans(plans)
                  .pairs(pairs)
                  .seed(seed)
                  .progress(line -> progress.show(line, System.nanoTime()));
              if (replay != null) {
                o.replay(replay);
              }
              if (report != null) {
                o.reports(report);
              }
            });
  }

  /// Each run has a namespace of its own.
  private static DynamicObject anywhere(DynamicObject object) {
    return object.namespace().isEmpty()
        ? object
        : object.withMetadata(object.metadata().withNamespace(""));
  }

  private static void body(
      Trial trial, ProgramClasses program, List<List<DynamicObject>> states, boolean isDeleted) {
    trial.program(program::main);
    Map<String, DynamicObject> all = new LinkedHashMap<>();
    for (List<DynamicObject> state : states) {
      for (DynamicObject object : state) {
        trial.apply(object);
        all.put(object.gvk().groupKind() + " " + object.name(), object);
      }
    }
    if (!isDeleted) {
      return;
    }
    for (DynamicObject object : List.copyOf(all.values()).reversed()) {
      trial.step(
          "delete " + object.gvk().kind() + " " + object.name(), client -> delete(client, object));
    }
  }

  /// What all runs share stays.
  private static void delete(Client client, DynamicObject object) {
    Kind<DynamicObject> kind = client.kindOf(object);
    if (kind.isNamespaced()) {
      client.find(kind, ObjectKey.of("", object.name())).ifPresent(client::delete);
    }
  }
}
