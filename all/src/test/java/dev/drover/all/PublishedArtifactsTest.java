package dev.drover.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is published has a place in the bill of materials, a module name, the license and null
/// annotations.
class PublishedArtifactsTest {
  private static final Path ROOT = root();
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>(drover(?:-[a-z]+)*)</artifactId>");

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("bom/pom.xml"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private static String pom(String module) throws IOException {
    return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
  }

  /// The modules whose artifacts are deployed.
  private static List<String> published() throws IOException {
    List<String> modules = new ArrayList<>();
    Matcher matcher = MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")));
    while (matcher.find()) {
      String module = matcher.group(1);
      if (!module.equals("bom") && !pom(module).contains("<maven.deploy.skip>true")) {
        modules.add(module);
      }
    }
    return modules;
  }

  private static String artifact(String module) throws IOException {
    String pom = pom(module);
    Matcher matcher = ARTIFACT.matcher(pom.substring(pom.indexOf("</parent>")));
    assertThat(matcher.find()).as(module).isTrue();
    return matcher.group(1);
  }

  @Test
  void billOfMaterialsHasEveryPublishedArtifact() throws IOException {
    Set<String> published = new TreeSet<>();
    for (String module : published()) {
      if (!module.equals("maven-plugin")) { // builds name its version where they name it
        published.add(artifact(module));
      }
    }
    Set<String> listed = new TreeSet<>();
    String bom = pom("bom");
    Matcher matcher = ARTIFACT.matcher(bom.substring(bom.indexOf("<dependencyManagement>")));
    while (matcher.find()) {
      listed.add(matcher.group(1));
    }
    assertThat(listed).isEqualTo(published);
  }

  @Test
  void everyLibraryHasAModuleName() throws IOException {
    for (String module : published()) {
      boolean isNamed =
          Files.exists(ROOT.resolve(module).resolve("src/main/java/module-info.java"))
              || pom(module).contains("<Automatic-Module-Name>dev.drover")
              || module.equals("model") // its module-info is generated
              || module.equals("cli"); // a program
      assertThat(isNamed).as("module name of %s", module).isTrue();
    }
  }

  @Test
  void everyJarHasLicenseAndNotice() throws IOException {
    for (String module : published()) {
      Path output = ROOT.resolve(module).resolve("target/classes");
      if (Files.isDirectory(output)) { // a part of the modules may have been built
        for (String text : List.of("LICENSE", "NOTICE")) {
          assertThat(output.resolve("META-INF").resolve(text))
              .hasSameTextualContentAs(ROOT.resolve(text));
        }
      }
    }
  }

  @Test
  void everyPackageIsNullMarked() throws IOException {
    for (String module : published()) {
      Path sources = ROOT.resolve(module).resolve("src/main/java");
      if (!Files.exists(sources)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(PublishedArtifactsTest::isSource).toList()) {
          Path info = file.resolveSibling("package-info.java");
          assertThat(info).exists();
          assertThat(Files.readString(info)).as("%s", info).contains("@NullMarked");
        }
      }
    }
  }

  private static boolean isSource(Path file) {
    String name = file.toString();
    return name.endsWith(".java") && !name.endsWith("module-info.java");
  }
}
