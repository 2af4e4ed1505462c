package dev.drover.maven;

import dev.drover.api.crd.Crd;
import dev.drover.crd.RecordSources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.jspecify.annotations.Nullable;

/// `drover:generate`: writes records for definitions, and compiles them with the project.
///
/// ```xml
/// <plugin>
///   <groupId>dev.drover</groupId>
///   <artifactId>drover-maven-plugin</artifactId>
///   <executions><execution>
///     <goals><goal>generate</goal></goals>
///     <configuration><crds>src/main/crds</crds><packageName>com.example.model</packageName></configuration>
///   </execution></executions>
/// </plugin>
/// ```
///
/// ```sh
/// mvn dev.drover:drover-maven-plugin:generate -Ddrover.generate.crds=crds -Ddrover.generate.out=src/main/java
/// ```
@SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // Maven sets the fields
public final class GenerateMojo extends AbstractMojo {
  private File crds;
  private @Nullable String packageName;
  private File out;
  private boolean skip;
  private Object project; // a MavenProject

  /// For Maven.
  public GenerateMojo() {}

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("skipped");
      return;
    }
    try {
      List<Crd> definitions = CrdMojo.definitionsIn(crds);
      if (definitions.isEmpty()) {
        throw new IllegalArgumentException("no CustomResourceDefinition in " + crds);
      }
      List<RecordSources> all = new ArrayList<>();
      for (Crd crd : definitions) {
        RecordSources generated = RecordSources.of(crd, packageName == null ? "" : packageName);
        all.add(generated);
        generated
            .differences()
            .forEach(difference -> getLog().info(crd.name() + " differs: " + difference));
      }
      for (Path file : RecordSources.write(all, out.toPath())) {
        getLog().debug("wrote " + file);
      }
      addSources();
    } catch (IllegalArgumentException e) {
      throw new MojoFailureException(e.getMessage(), e);
    } catch (IOException e) {
      throw new MojoExecutionException("cannot write records: " + e.getMessage(), e);
    }
  }

  /// By name: to compile against Maven's core for one call would take thirty further artifacts.
  private void addSources() throws MojoExecutionException {
    try {
      project
          .getClass()
          .getMethod("addCompileSourceRoot", String.class)
          .invoke(project, out.getAbsolutePath());
    } catch (ReflectiveOperationException e) {
      throw new MojoExecutionException("this Maven takes no further sources: " + out, e);
    }
  }
}
