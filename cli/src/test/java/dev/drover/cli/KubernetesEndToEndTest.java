package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.drover.testsupport.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Kubernetes' own end-to-end tests of the API machinery and of authentication, as they are
/// published, on a server with simulated nodes. What cannot pass is in
/// `kubernetes-e2e-differences.txt`.
///
/// The sources come from the Go module proxy. Some of them: `-Ddrover.specs=REGEX`.
@Tag("soak")
@Tag("go")
@Timeout(value = 4, unit = TimeUnit.HOURS)
class KubernetesEndToEndTest {
  private static final Duration LONG = Duration.ofMinutes(60); // without a line of output
  private static final String ONLY = System.getProperty("drover.specs", "");
  private static final int LEAST_SPECS = 100;
  private static final String SUBJECTS = "\\[sig-api-machinery\\]|\\[sig-auth\\]";

  /// Parts of the names of tests that need more than an API server, or more time.
  private static final List<String> LEFT_OUT =
      List.of(
          "AdmissionWebhook", // the image of a webhook server runs in a pod
          "Aggregator", // the same with an API server
          "CustomResourceConversionWebhook", // the same
          "ServiceAccounts", // programs in pods read mounted tokens
          "NodeAuthenticator", // a program in a pod calls a kubelet
          "Projected PodCertificate", // a kubelet asks for certificates
          "ClusterTrustBundle", // a kubelet mounts them
          "compacted away", // waits until etcd is compacted
          "OffByDefault", // features that kube-apiserver has switched off, too
          "\\[Slow\\]",
          "\\[Serial\\]",
          "\\[Disruptive\\]"); // stops parts of the cluster

  @TempDir private Path folder = Path.of("");

  @TestFactory
  List<DynamicTest> endToEndTestsOfKubernetesPass() throws Exception {
    Path program = build();
    Path report = folder.resolve("report.xml");
    Path kubeconfig = folder.resolve("kubeconfig");
    try (Drover server =
        Drover.start("apiserver", "--port=0", "--simulate", "--kubeconfig-out=" + kubeconfig)) {
      server.awaitLine("https://");
      ChildProcess.Ended ended = ChildProcess.run(specs(program, kubeconfig, report), LONG);
      assertThat(report).as(ended.output()).exists();
    }
    UpstreamDifferences differences = UpstreamDifferences.read("kubernetes-e2e-differences.txt");
    List<GinkgoReport.Spec> specs = GinkgoReport.read(report);
    assertThat(specs).hasSizeGreaterThan(ONLY.isEmpty() ? LEAST_SPECS : 0);
    return specs.stream()
        .map(spec -> dynamicTest(spec.name(), () -> differences.check(spec)))
        .toList();
  }

  private Path build() throws Exception {
    Path program = folder.resolve("e2e");
    ProcessBuilder builder =
        new ProcessBuilder("go", "test", "-vet=off", "-c", "-o", program.toString(), ".")
            .directory(Path.of("src", "test", "go", "e2e").toFile());
    builder.environment().put("CGO_ENABLED", "0");
    ChildProcess.Ended built = ChildProcess.run(builder, LONG);
    assertThat(built.exitCode()).as(built.output()).isZero();
    return program;
  }

  private ProcessBuilder specs(Path program, Path kubeconfig, Path report) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--kubeconfig=" + kubeconfig,
                "--provider=skeleton",
                "--allowed-not-ready-nodes=-1",
                "--dump-logs-on-failure=false",
                "--ginkgo.timeout=3h",
                "--ginkgo.junit-report=" + report));
    command.add("--ginkgo.focus=" + (ONLY.isEmpty() ? SUBJECTS : ONLY));
    command.add("--ginkgo.skip=" + String.join("|", LEFT_OUT));
    return new ProcessBuilder(command)
        .directory(Files.createDirectory(folder.resolve("work")).toFile());
  }
}
