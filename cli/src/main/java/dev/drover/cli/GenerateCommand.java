package dev.drover.cli;

import dev.drover.api.Kind;
import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import dev.drover.client.Client;
import dev.drover.crd.RecordSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `./drover generate`: writes records for existing definitions.
@Command(
    name = "generate",
    description =
        "Writes Java records for existing CustomResourceDefinitions, one file for each version."
            + " What a definition made from the records would not have is printed.")
final class GenerateCommand implements Callable<Integer> {
  @Mixin private final Terminal terminal = new Terminal();

  @Option(
      names = "--from-crd",
      paramLabel = "FILE",
      description = "a manifest with definitions, or a folder of manifests; may be repeated")
  private List<Path> files = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description =
          "a definition of the cluster of the kubeconfig, such as certificates.cert-manager.io; may"
              + " be repeated")
  private List<String> names = List.of();

  @Option(
      names = "--package",
      paramLabel = "PACKAGE",
      description = "of the records; none: group backwards and version, such as io.cert_manager.v1")
  private String packageName = "";

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "the folder of sources; none: src/main/java")
  private Path out = Path.of("src", "main", "java");

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Override
  public Integer call() throws IOException {
    List<Crd> definitions = definitions();
    if (definitions.isEmpty()) {
      throw new IllegalArgumentException(
          files.isEmpty()
              ? "say where the definition is: --from-crd FILE or --cluster NAME"
              : "no CustomResourceDefinition in " + files);
    }
    List<RecordSources> all = new ArrayList<>();
    List<String> differences = new ArrayList<>();
    for (Crd crd : definitions) {
      RecordSources generated = RecordSources.of(crd, packageName);
      all.add(generated);
      generated.differences().forEach(difference -> differences.add(crd.name() + " " + difference));
    }
    for (Path written : RecordSources.write(all, out)) {
      terminal.say("wrote " + written);
    }
    differences.forEach(difference -> terminal.say("differs: " + difference));
    return 0;
  }

  private List<Crd> definitions() throws IOException {
    List<Crd> definitions = new ArrayList<>();
    for (Path file : files) {
      definitions.addAll(DefinitionFiles.manifests(file));
    }
    if (!names.isEmpty()) {
      try (Client client = Client.connect(cluster.config())) {
        var resources =
            client.resources(Kind.dynamic(Crd.KIND, "customresourcedefinitions", Scope.CLUSTER));
        for (String name : names) {
          definitions.add(Crd.ofObject(resources.get(name)));
        }
      }
    }
    return definitions;
  }
}
