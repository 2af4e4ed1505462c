package dev.drover.cli;

import dev.drover.api.Kind;
import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import dev.drover.client.Client;
import dev.drover.client.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `./drover crd`: prints, writes or applies the definitions of records.
@Command(
    name = "crd",
    description =
        "Prints the CustomResourceDefinitions of the records with @CustomResource in folders of"
            + " classes, jars or Java files. With --out it writes them to files, with --apply it"
            + " applies them to the cluster of the kubeconfig.",
    subcommands = CrdDiffCommand.class)
final class CrdCommand implements Callable<Integer> {
  @Mixin private final Terminal terminal = new Terminal();

  @Option(
      names = {"--class-path", "-cp"},
      paramLabel = "PATH",
      split = "[:;]",
      description = "jars and folders that the records need")
  private List<Path> libraries = List.of();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "write NAME.yaml files into this folder")
  private @Nullable Path out;

  @Option(names = "--json", description = "print JSON, not YAML")
  private boolean isJson;

  @Option(names = "--apply", description = "apply them to the cluster")
  private boolean isApplied;

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "CLASSES",
      description = "folders of classes, jars or Java files; none: target/classes")
  private List<Path> places = List.of();

  @Override
  public Integer call() throws IOException {
    List<Path> from = places.isEmpty() ? List.of(Path.of("target", "classes")) : places;
    List<Crd> definitions;
    try (KindClasses classes = new KindClasses(from, libraries)) {
      definitions = classes.definitions();
    }
    if (out != null) {
      write(definitions, out);
    }
    if (isApplied) {
      apply(definitions);
    }
    if (out == null && !isApplied) {
      print(definitions);
    }
    return 0;
  }

  private void print(List<Crd> definitions) {
    for (int i = 0; i < definitions.size(); i++) {
      Crd crd = definitions.get(i);
      if (isJson) {
        terminal.say(crd.toJson());
      } else {
        terminal.out().print((i == 0 ? "" : "---\n") + crd.toYaml());
        terminal.out().flush();
      }
    }
  }

  private void write(List<Crd> definitions, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Crd crd : definitions) {
      Path file = folder.resolve(crd.name() + (isJson ? ".json" : ".yaml"));
      Files.writeString(file, isJson ? crd.toJson() + "\n" : crd.toYaml());
      terminal.say("wrote " + file);
    }
  }

  private void apply(List<Crd> definitions) {
    try (Client client = Client.connect(cluster.config())) {
      var resources =
          client
              .resources(Kind.dynamic(Crd.KIND, "customresourcedefinitions", Scope.CLUSTER))
              .writing(WriteOptions.defaults().with(o -> o.fieldManager("drover").force(true)));
      for (Crd crd : definitions) {
        resources.apply(crd.toObject());
        terminal.say("applied " + crd.name());
      }
    }
  }
}
