package dev.drover.cli;

import dev.drover.api.crd.Crd;
import dev.drover.crd.OpenApiDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `./drover openapi`: writes the OpenAPI document of definitions.
@Command(
    name = "openapi",
    description =
        "Prints an OpenAPI v3 document of the kinds in manifests, Java files, jars or folders of"
            + " classes.")
final class OpenApiCommand implements Callable<Integer> {
  @Mixin private final Terminal terminal = new Terminal();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "write it to this file")
  private @Nullable Path out;

  @Parameters(
      arity = "1..*",
      paramLabel = "PLACE",
      description = "manifests, Java files, jars or folders of classes")
  private List<Path> places = List.of();

  @Override
  public Integer call() throws IOException {
    List<Crd> definitions = new ArrayList<>();
    for (Path place : places) {
      definitions.addAll(DefinitionFiles.read(place));
    }
    String document = OpenApiDocument.of(definitions).toJson();
    if (out == null) {
      terminal.say(document);
    } else {
      Files.writeString(out, document + "\n");
      terminal.say("wrote " + out);
    }
    return 0;
  }
}
