package dev.drover.maven;

import dev.drover.api.Manifests;
import dev.drover.api.crd.Crd;
import dev.drover.crd.CrdDiff;
import dev.drover.crd.KindScan;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.jspecify.annotations.Nullable;

/// `drover:crd`: writes the definitions of a project's kinds after its classes are compiled, and
/// compares them with those of the last release.
///
/// ```xml
/// <plugin>
///   <groupId>dev.drover</groupId>
///   <artifactId>drover-maven-plugin</artifactId>
///   <executions><execution><goals><goal>crd</goal></goals></execution></executions>
/// </plugin>
/// ```
///
/// ```sh
/// mvn compile dev.drover:drover-maven-plugin:crd
/// ```
@SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // Maven sets the fields
public final class CrdMojo extends AbstractMojo {
  private File out;
  private @Nullable File compatibleWith;
  private boolean skip;
  private File classes;
  private List<String> classPath;

  /// For Maven.
  public CrdMojo() {}

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skip || !classes.exists()) {
      getLog().info(skip ? "skipped" : "no classes in " + classes);
      return;
    }
    try {
      List<Crd> definitions =
          KindScan.definitions(
              List.of(classes.toPath()), classPath.stream().map(Path::of).toList());
      if (definitions.isEmpty()) {
        getLog().warn("no record with @CustomResource in " + classes);
      }
      Files.createDirectories(out.toPath());
      for (Crd crd : definitions) {
        Path file = out.toPath().resolve(crd.name() + ".yaml");
        Files.writeString(file, crd.toYaml());
        getLog().info("wrote " + file);
      }
      compare(definitions);
    } catch (IllegalArgumentException e) {
      throw new MojoFailureException(e.getMessage(), e);
    } catch (IOException e) {
      throw new MojoExecutionException("cannot write definitions: " + e.getMessage(), e);
    }
  }

  private void compare(List<Crd> definitions) throws IOException, MojoFailureException {
    if (compatibleWith == null) {
      return;
    }
    StringBuilder breaking = new StringBuilder();
    for (Crd released : definitionsIn(compatibleWith)) {
      Crd next =
          definitions.stream()
              .filter(crd -> crd.name().equals(released.name()))
              .findFirst()
              .orElse(null);
      if (next == null) {
        breaking.append("\n").append(released.name()).append(" is gone");
        continue;
      }
      CrdDiff diff = CrdDiff.between(released, next);
      diff.breaking()
          .forEach(
              change -> breaking.append("\n").append(released.name()).append(" ").append(change));
    }
    if (!breaking.isEmpty()) {
      throw new MojoFailureException("not compatible with " + compatibleWith + ":" + breaking);
    }
  }

  static List<Crd> definitionsIn(File place) throws IOException {
    if (!place.exists()) {
      throw new IllegalArgumentException(
          "there is no " + place + ": name a manifest with definitions, or a folder of them");
    }
    return Manifests.read(place.toPath()).stream()
        .filter(object -> object.gvk().equals(Crd.KIND))
        .map(Crd::ofObject)
        .toList();
  }
}
