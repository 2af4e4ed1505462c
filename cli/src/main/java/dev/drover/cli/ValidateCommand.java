package dev.drover.cli;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.Manifests;
import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import dev.drover.client.Client;
import dev.drover.crd.Validation;
import dev.drover.crd.Validator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `./drover validate`: checks manifests of custom resources without writing them.
@Command(
    name = "validate",
    description =
        "Checks custom resources by their definitions, as an API server would: values, rules,"
            + " unknown fields. The definitions come from --crd, from the cluster with --cluster,"
            + " or from the manifests themselves. Exit code 1 when an object is invalid, or none"
            + " was checked.")
final class ValidateCommand implements Callable<Integer> {
  @Mixin private final Terminal terminal = new Terminal();

  @Option(
      names = {"-f", "--file"},
      required = true,
      paramLabel = "FILE",
      description = "a manifest, or a folder of manifests")
  private List<Path> files = List.of();

  @Option(
      names = "--crd",
      paramLabel = "FILE",
      description = "definitions: a manifest, a Java file, a jar or a folder of classes")
  private List<Path> definitions = List.of();

  @Option(names = "--cluster", description = "read the definitions from the cluster")
  private boolean isCluster;

  @Option(names = "--strict", description = "unknown and duplicate fields are errors, too")
  private boolean isStrict;

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Override
  public Integer call() throws IOException {
    List<DynamicObject> objects = new ArrayList<>();
    for (Path file : files) {
      objects.addAll(Manifests.read(file));
    }
    Validator validator = Validator.of(crds(objects));
    int invalid = 0;
    int checked = 0;
    for (DynamicObject object : objects) {
      if (object.gvk().equals(Crd.KIND)) {
        continue;
      }
      String name = object.gvk().kind() + " " + object.key();
      if (!validator.kinds().contains(object.gvk())) {
        terminal.say("skipped " + name + ": no definition of " + object.gvk());
        continue;
      }
      checked++;
      invalid += isValid(name, validator.validate(object)) ? 0 : 1;
    }
    terminal.say("%d checked, %d invalid".formatted(checked, invalid));
    if (checked == 0) {
      throw new IllegalArgumentException(
          objects.isEmpty()
              ? "no object in " + files
              : "no object was checked: name the definitions with --crd FILE or --cluster");
    }
    return invalid == 0 ? 0 : 1;
  }

  private boolean isValid(String name, Validation found) {
    boolean isFailed = !found.isValid() || isStrict && !found.unknownFields().isEmpty();
    terminal.say((isFailed ? "invalid " : "valid ") + name);
    found.errors().forEach(error -> terminal.say("  " + error));
    found
        .unknownFields()
        .forEach(field -> terminal.say("  " + (isStrict ? "" : "warning: ") + field));
    return !isFailed;
  }

  private List<Crd> crds(List<DynamicObject> objects) throws IOException {
    List<Crd> crds = new ArrayList<>();
    for (Path place : definitions) {
      crds.addAll(DefinitionFiles.read(place));
    }
    for (DynamicObject object : objects) {
      if (object.gvk().equals(Crd.KIND)) {
        crds.add(Crd.ofObject(object));
      }
    }
    if (isCluster) {
      try (Client client = Client.connect(cluster.config())) {
        client
            .resources(Kind.dynamic(Crd.KIND, "customresourcedefinitions", Scope.CLUSTER))
            .list()
            .items()
            .forEach(object -> crds.add(Crd.ofObject(object)));
      }
    }
    return crds;
  }
}
