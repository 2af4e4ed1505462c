package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// controller-runtime's own suites, as they are published, with the programs of envtest-assets in
/// place of kube-apiserver and etcd. What cannot pass is in `controller-runtime-differences.txt`.
///
/// The sources come from the Go module proxy. One suite: `-Ddrover.suites=pkg/client`.
@Tag("soak")
@Tag("go")
@Timeout(value = 3, unit = TimeUnit.HOURS)
class ControllerRuntimeSuitesTest {
  private static final String MODULE = "sigs.k8s.io/controller-runtime@v0.24.1";
  private static final Duration LONG = Duration.ofMinutes(30); // without a line of output
  private static final Pattern DIRECTORY = Pattern.compile("\"Dir\":\\s*\"([^\"]+)\"");
  private static final int LEAST_SPECS = 1_800; // 1,837 as of v0.24.1

  private static final String ONLY = System.getProperty("drover.suites", "");

  @TempDir static Path folder;
  private static Path sources = Path.of("");
  private static Path assets = Path.of("");

  @BeforeAll
  static void prepare() throws Exception {
    ChildProcess.Ended download =
        ChildProcess.run(new ProcessBuilder("go", "mod", "download", "-json", MODULE), LONG);
    Matcher directory = DIRECTORY.matcher(download.output());
    assertThat(directory.find()).as(download.output()).isTrue();
    sources = folder.resolve("sources");
    copy(Path.of(directory.group(1)), sources);
    assets = folder.resolve("assets");
    try (Drover drover = Drover.start("envtest-assets", assets.toString())) {
      assertThat(drover.awaitExit()).isZero();
    }
  }

  /// The modules of Go are read-only and have no programs, but the suites write next to their
  /// sources and run scripts.
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
          boolean isScript = copy.toString().endsWith(".sh");
          Files.setPosixFilePermissions(
              copy, PosixFilePermissions.fromString(isScript ? "rwxr-xr-x" : "rw-r--r--"));
        }
      }
    }
  }

  @TestFactory
  Stream<DynamicNode> suitesOfControllerRuntimePassOnTheAssets() throws IOException {
    UpstreamDifferences differences =
        UpstreamDifferences.read("controller-runtime-differences.txt");
    AtomicInteger specs = new AtomicInteger();
    List<String> suites = suites();
    assertThat(suites).isNotEmpty();
    Stream<DynamicNode> each =
        suites.stream().map(suite -> dynamicContainer(suite, specs(suite, differences, specs)));
    DynamicNode total =
        dynamicTest(
            "all suites together",
            () -> assertThat(specs.get()).isGreaterThan(ONLY.isEmpty() ? LEAST_SPECS : 0));
    return Stream.concat(each, Stream.of(total));
  }

  /// The folders with a suite, relative to the module.
  private static List<String> suites() throws IOException {
    try (Stream<Path> files = Files.walk(sources.resolve("pkg"))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("_suite_test.go"))
          .map(file -> sources.relativize(file.getParent()).toString())
          .filter(suite -> ONLY.isEmpty() || List.of(ONLY.split(",")).contains(suite))
          .distinct()
          .sorted()
          .toList();
    }
  }

  /// Runs the suite when the first of its specs is asked for.
  private static Stream<DynamicTest> specs(
      String suite, UpstreamDifferences differences, AtomicInteger counted) {
    return Stream.of(suite)
        .flatMap(name -> run(name).stream())
        .peek(_ -> counted.incrementAndGet())
        .map(
            spec ->
                dynamicTest(
                    spec.name(),
                    () ->
                        differences.check(
                            new GinkgoReport.Spec(suite + ": " + spec.name(), spec.failure()))));
  }

  private static List<GinkgoReport.Spec> run(String suite) {
    try {
      Path report = folder.resolve(suite.replace('/', '-') + ".xml");
      ProcessBuilder builder =
          new ProcessBuilder(
                  "go",
                  "test",
                  "-vet=off",
                  "-count=1",
                  "-timeout=60m",
                  "./" + suite,
                  "-ginkgo.junit-report=" + report)
              .directory(sources.toFile());
      builder.environment().put("CGO_ENABLED", "0");
      builder.environment().put("KUBEBUILDER_ASSETS", assets.toString());
      ChildProcess.Ended ended = ChildProcess.run(builder, LONG);
      assertThat(report).as(ended.output()).exists();
      return GinkgoReport.read(report);
    } catch (IOException e) {
      throw new UncheckedIOException(suite, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(suite, e);
    }
  }
}
