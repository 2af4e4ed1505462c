package dev.drover.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testsupport.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The goals in real builds. Maven gets the artifacts of this build in a repository of its own, and
/// everything else from the repository of this build, which it only reads.
@Tag("slow")
class MavenBuildTest {
  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

  @TempDir Path folder;

  @BeforeEach
  void layOutRepository() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    copyPom(root.resolve("pom.xml"), "drover-parent");
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path module = moduleOf(Path.of(entry));
      if (module != null) {
        String artifact = artifact(module);
        copyPom(module.resolve("pom.xml"), artifact);
        Path jar = place(artifact, ".jar");
        if (Files.isDirectory(Path.of(entry))) {
          pack(Path.of(entry), jar);
        } else {
          Files.copy(Path.of(entry), jar);
        }
      }
    }
    String mirror =
        "<settings><mirrors><mirror><id>this-build</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors></settings>"
            .formatted(Path.of(System.getProperty("drover.maven.repository")).toUri());
    Files.writeString(folder.resolve("settings.xml"), mirror);
  }

  /// The module of this build that an entry of the class path belongs to; null for a library and
  /// for test classes.
  private static Path moduleOf(Path entry) {
    Path target = entry.getParent();
    boolean isMain =
        target != null
            && target.endsWith("target")
            && (entry.endsWith("classes") || entry.toString().endsWith(".jar"));
    return isMain && Files.exists(target.resolveSibling("pom.xml")) ? target.getParent() : null;
  }

  private static String artifact(Path module) throws IOException {
    String pom = Files.readString(module.resolve("pom.xml"));
    Matcher matcher =
        Pattern.compile("<artifactId>([^<]+)</artifactId>")
            .matcher(pom.substring(pom.indexOf("</parent>")));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private static String version() throws IOException {
    Matcher matcher =
        VERSION.matcher(Files.readString(Path.of("").toAbsolutePath().resolveSibling("pom.xml")));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private Path place(String artifact, String extension) throws IOException {
    String version = version();
    Path place = folder.resolve("repository/dev/drover").resolve(artifact).resolve(version);
    return Files.createDirectories(place).resolve(artifact + "-" + version + extension);
  }

  private void copyPom(Path pom, String artifact) throws IOException {
    Files.copy(pom, place(artifact, ".pom"));
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
  }

  private Path project() throws IOException {
    Path source = Path.of("src/test/project");
    Path project = folder.resolve("project");
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = project.resolve(source.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, Files.readString(file).replace("@VERSION@", version()));
      }
    }
    return project;
  }

  private ChildProcess.Ended maven(Path project, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("drover.maven.home"), "bin", "mvn").toString());
    command.addAll(
        List.of(
            "-B",
            "-ntp",
            "-Dstyle.color=never",
            "-s",
            folder.resolve("settings.xml").toString(),
            "-gs",
            folder.resolve("settings.xml").toString(),
            "-Dmaven.repo.local=" + folder.resolve("repository")));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_"));
    return ChildProcess.run(builder);
  }

  @Test
  void buildGeneratesRecordsAndWritesDefinitions() throws Exception {
    Path project = project();
    ChildProcess.Ended built = maven(project, "process-classes");
    assertThat(built.exitCode()).as(built.output()).isZero();
    assertThat(project.resolve("target/generated-sources/drover/dev/example/v1/Door.java"))
        .exists();
    assertThat(project.resolve("target/classes/shop/Shop_Spec_Codec.class")).exists();
    assertThat(project.resolve("target/crds/doors.example.dev.yaml"))
        .content()
        .contains("name: doors.example.dev");
    assertThat(project.resolve("target/crds/shops.example.dev.yaml"))
        .content()
        .contains("description: open tills", "minimum: 0", "door:", "width:");

    Path released = Files.createDirectories(project.resolve("config"));
    Files.copy(
        project.resolve("target/crds/shops.example.dev.yaml"), released.resolve("shop.yaml"));
    Path record = project.resolve("src/main/java/shop/Shop.java");
    Files.writeString(record, Files.readString(record).replace("@Minimum(0)", "@Minimum(5)"));
    ChildProcess.Ended broken =
        maven(project, "process-classes", "-Ddrover.crd.compatibleWith=" + released);
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.output())
        .contains("not compatible with " + released)
        .contains("shops.example.dev BREAKING v1 spec.tills: minimum");

    Files.writeString(record, Files.readString(record).replace("@Minimum(5)", "@Size(max = 5)"));
    Files.writeString(record, Files.readString(record).replace("crd.Minimum;", "crd.*;"));
    ChildProcess.Ended wrong = maven(project, "process-classes");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.output())
        .contains("Shop.java:[15,")
        .contains("@Size is for text, lists and maps; numbers have @Minimum and @Maximum");
  }

  /// The second build compiles all files again, as Maven does by default, the third only the file
  /// that changed.
  @Test
  void changeOfOneVersionIsInTheDefinitionThatTheCompilerWrites() throws Exception {
    Path project = project();
    Path record = project.resolve("src/main/java/shop/old/OldShop.java");
    String old =
        """
        package shop.old;

        import dev.drover.api.CustomResource;
        import dev.drover.api.KubernetesObject;
        import dev.drover.api.ObjectMeta;
        import dev.drover.api.crd.Minimum;

        @CustomResource(
            group = "example.dev", version = "v1beta1", kind = "Shop", storage = false)
        public record OldShop(ObjectMeta metadata, @Minimum(100) int tills)
            implements KubernetesObject {}
        """;
    Files.createDirectories(record.getParent());
    Path byCompiler = project.resolve("target/classes/META-INF/drover/crd/shops.example.dev.yaml");
    String[] minimums = {"100", "101", "102"};
    for (int build = 0; build < minimums.length; build++) {
      Files.writeString(record, old.replace("100", minimums[build]));
      ChildProcess.Ended ended =
          maven(
              project,
              "process-classes",
              "-Dmaven.compiler.useIncrementalCompilation=" + (build < 2));
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      assertThat(byCompiler)
          .content()
          .contains("name: v1\n", "name: v1beta1\n", "description: open tills")
          .contains("minimum: " + minimums[build])
          .isEqualTo(Files.readString(project.resolve("target/crds/shops.example.dev.yaml")));
    }
  }

  @Test
  void missingDefinitionsFailTheBuildWithTheRemedy() throws Exception {
    Path project = project();
    Files.delete(project.resolve("src/crds/door.yaml"));
    ChildProcess.Ended empty = maven(project, "generate-sources");
    assertThat(empty.exitCode()).isEqualTo(1);
    assertThat(empty.output()).contains("no CustomResourceDefinition in ");
    Files.delete(project.resolve("src/crds"));
    ChildProcess.Ended missing = maven(project, "generate-sources");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.output()).contains("name a manifest with definitions, or a folder of them");
    assertThat(maven(project, "generate-sources", "-Ddrover.skip").exitCode()).isZero();
  }
}
