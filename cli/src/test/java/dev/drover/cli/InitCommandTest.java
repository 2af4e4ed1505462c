package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.Manifests;
import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.crd.Validator;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Projects that `./drover init` makes.
@Tag("slow")
class InitCommandTest {
  @TempDir Path folder;

  private Path project(String... more) {
    Path project = folder.resolve("greeter");
    List<String> words =
        Stream.concat(
                Stream.of(
                    "init", "greeter", "--group", "example.dev", "--kind", "Greeting", "--dir"),
                Stream.concat(Stream.of(project.toString()), Stream.of(more)))
            .toList();
    Drover.Outcome made = Drover.run(words.toArray(String[]::new));
    assertThat(made.code()).as(made.said()).isZero();
    return project;
  }

  private static List<Path> files(Path project) throws IOException {
    try (Stream<Path> all = Files.walk(project)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void generatedProjectHasNoPlaceholders() throws Exception {
    for (Path project : List.of(project("--webhook", "--helm"))) {
      for (Path file : files(project)) {
        assertThat(Files.readString(file))
            .as(file.toString())
            .doesNotContainPattern("@[A-Z_]{3,}@");
      }
      assertThat(project.resolve("pom.xml")).exists();
      assertThat(project.resolve("Containerfile")).content().contains("USER 65532");
    }
  }

  @Test
  void gradleProjectHasItsBuildFiles() throws Exception {
    Path project = project("--gradle", "--package", "org.acme.greet");
    assertThat(project.resolve("build.gradle"))
        .content()
        .contains("org.acme.greet.GreetingController");
    assertThat(project.resolve("settings.gradle")).exists();
    assertThat(project.resolve("README.md"))
        .content()
        .contains("drover crd build/classes/java/main", "`gradle test`")
        .doesNotContain("target/classes");
    assertThat(project.resolve("pom.xml")).doesNotExist();
    assertThat(project.resolve("src/main/java/org/acme/greet/Greeting.java")).exists();
  }

  @Test
  void sourcesOfTheProgramCompile() throws Exception {
    Path project = project("--webhook");
    List<String> words =
        Stream.concat(
                Stream.of(
                    "-d",
                    folder.resolve("classes").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-proc:none",
                    "-Werror"),
                files(project.resolve("src/main/java")).stream().map(Path::toString))
            .toList();
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, words.toArray(String[]::new)))
        .isZero();
  }

  @Test
  void serverAcceptsTheManifestsAndTheSample() throws Exception {
    Path project = project("--webhook");
    Crd crd = Crd.parse(Files.readString(project.resolve("config/crd.yaml"))).getFirst();
    assertThat(crd.name()).isEqualTo("greetings.example.dev");
    DynamicObject sample =
        Manifests.parse(Files.readString(project.resolve("sample.yaml"))).getFirst();
    assertThat(Validator.of(crd).validate(sample).errors()).isEmpty();
    try (var server = EmbeddedApiServer.start();
        var client =
            Client.connect(
                ClientConfig.fromKubeconfig(
                    server.kubeconfig().getBytes(StandardCharsets.UTF_8)))) {
      for (String name :
          List.of(
              "namespace", "crd", "rbac", "deployment", "service", "networkpolicy", "webhook")) {
        String text = Files.readString(project.resolve("config/" + name + ".yaml"));
        for (DynamicObject object : Manifests.parse(text)) {
          String plural =
              object.gvk().kind().equals("NetworkPolicy")
                  ? "networkpolicies"
                  : object.gvk().kind().toLowerCase(Locale.ROOT) + "s";
          Kind<DynamicObject> kind =
              Kind.dynamic(
                  object.gvk(),
                  plural,
                  object.namespace().isEmpty() ? Scope.CLUSTER : Scope.NAMESPACED);
          client.resources(kind).inNamespace(object.namespace()).apply(object);
        }
      }
    }
  }

  @Test
  @Tag("kubectl")
  void kubectlAppliesTheManifestsWithDryRunOfTheServer() throws Exception {
    Path project = project("--webhook");
    Path config = project.resolve("config");
    try (var server = EmbeddedApiServer.start()) {
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
      kubectl(kubeconfig, "apply", "-f", config.resolve("namespace.yaml").toString());
      for (String name :
          List.of("crd", "rbac", "deployment", "service", "networkpolicy", "webhook")) {
        String said =
            kubectl(
                kubeconfig,
                "apply",
                "--dry-run=server",
                "-f",
                config.resolve(name + ".yaml").toString());
        assertThat(said).contains("(server dry run)");
      }
    }
  }

  @Test
  @Tag("kubectl")
  void kustomizationIsAppliedAndAppliedAgainWithoutAChange() throws Exception {
    Path config = project().resolve("config");
    try (var server = EmbeddedApiServer.start()) {
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
      kubectl(kubeconfig, "apply", "-k", config.toString());
      String said = kubectl(kubeconfig, "apply", "--dry-run=server", "-k", config.toString());
      assertThat(said.lines())
          .hasSize(10)
          .allMatch(line -> line.endsWith("(server dry run)"))
          .noneMatch(line -> line.contains("created"));
      kubectl(kubeconfig, "apply", "-f", config.resolveSibling("sample.yaml").toString());
    }
  }

  /// With the engine of Helm, as `helm template` does.
  @Test
  @Tag("go")
  void chartIsRenderedWithTheValuesOfAnInstallation() throws Exception {
    Path chart = project("--webhook", "--helm").resolve("chart");
    Path program = folder.resolve("render");
    ProcessBuilder build =
        new ProcessBuilder("go", "build", "-o", program.toString(), ".")
            .directory(Path.of("src", "test", "go", "chart").toFile());
    build.environment().put("CGO_ENABLED", "0");
    ChildProcess.Ended built = ChildProcess.run(build, Duration.ofMinutes(10));
    assertThat(built.exitCode()).as(built.output()).isZero();
    ChildProcess.Ended rendered =
        ChildProcess.run(
            new ProcessBuilder(
                program.toString(), "shop", chart.toString(), "replicas=5", "image=a.dev/b:1"));
    assertThat(rendered.exitCode()).as(rendered.output()).isZero();
    List<DynamicObject> objects = Manifests.parse(rendered.output());
    assertThat(objects)
        .extracting(object -> object.gvk().kind())
        .contains("Deployment", "Service", "ClusterRole", "NetworkPolicy", "Certificate")
        .contains("ValidatingWebhookConfiguration");
    assertThat(objects)
        .filteredOn(object -> !object.namespace().isEmpty())
        .allMatch(object -> object.namespace().equals("shop"));
    DynamicObject deployment =
        objects.stream()
            .filter(object -> object.gvk().kind().equals("Deployment"))
            .findFirst()
            .orElseThrow();
    assertThat(deployment.get("spec", "replicas")).contains(5L);
    assertThat(rendered.output())
        .contains("image: \"a.dev/b:1\"", "greeter-webhooks.shop.svc")
        .contains("shop/greeter-webhooks")
        .doesNotContain("greeter-system", "{{");
  }

  @Test
  void launcherInstallsTheArtifactsThatProjectsName() throws Exception {
    Path root = Path.of("").toAbsolutePath().getParent();
    Matcher modules =
        Pattern.compile("-pl ([a-z/,-]*codegen[a-z/,-]*) -am")
            .matcher(Files.readString(root.resolve("drover")));
    assertThat(modules.find()).isTrue();
    List<String> installed = new ArrayList<>();
    for (String module : modules.group(1).split(",", -1)) {
      String pom = Files.readString(root.resolve(module).resolve("pom.xml"));
      Matcher artifact = Pattern.compile("<artifactId>(drover[a-z-]*)<").matcher(pom);
      assertThat(artifact.find(Math.max(0, pom.indexOf("</parent>")))).isTrue();
      installed.add(artifact.group(1));
    }
    Set<String> named = new TreeSet<>();
    for (Path file :
        List.of(
            project().resolve("pom.xml"),
            root.resolve("examples/website-pom.xml"),
            root.resolve("docs/crds.md"))) {
      Matcher artifact =
          Pattern.compile("<artifactId>(drover[a-z-]*)<").matcher(Files.readString(file));
      while (artifact.find()) {
        named.add(artifact.group(1));
      }
    }
    assertThat(named).contains("drover", "drover-codegen").isSubsetOf(installed);
  }

  private static String kubectl(Path kubeconfig, String... arguments) throws Exception {
    List<String> words =
        Stream.concat(
                Stream.of("kubectl", "--kubeconfig", kubeconfig.toString()), Stream.of(arguments))
            .toList();
    try (ChildProcess kubectl =
        ChildProcess.start(new ProcessBuilder(words).redirectErrorStream(true))) {
      int code = kubectl.awaitExit();
      assertThat(code).as(String.join("\n", kubectl.said())).isZero();
      return String.join("\n", kubectl.said());
    }
  }

  @Test
  void chartHasTheManifestsWithItsValues() throws Exception {
    Path chart = project("--webhook", "--helm").resolve("chart");
    assertThat(chart.resolve("Chart.yaml")).content().contains("name: greeter");
    assertThat(chart.resolve("crds/crd.yaml")).exists();
    assertThat(chart.resolve("templates/deployment.yaml"))
        .content()
        .contains("image: \"{{ .Values.image }}\"", "replicas: {{ .Values.replicas }}")
        .contains("namespace: \"{{ .Release.Namespace }}\"", "nindent 10")
        .doesNotContain("greeter-system");
    assertThat(chart.resolve("templates/certificate.yaml"))
        .content()
        .contains("dnsNames: [\"greeter-webhooks.{{ .Release.Namespace }}.svc\"]");
  }

  @Test
  void invalidNamesAndNonEmptyFoldersAreRefused() throws Exception {
    assertThat(Drover.run("init", "a", "--group", "dev", "--kind", "A").said())
        .contains("the group must be a domain such as 'example.dev'");
    assertThat(Drover.run("init", "a", "--group", "a.dev", "--kind", "class").said())
        .contains("the kind must be a name such as 'Website'");
    assertThat(Drover.run("init", "a_b", "--group", "a.dev", "--kind", "A").said())
        .contains("the name of the project 'a_b'");
    for (String kind :
        List.of("Spec", "Status", "String", "ConfigMap", "Manager", "Test", "Webhook")) {
      Path none = folder.resolve("none");
      Drover.Outcome refused =
          Drover.run("init", "a", "--group", "a.dev", "--kind", kind, "--dir", none.toString());
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.said())
          .contains("the kind '" + kind + "' would hide a class of that name");
      assertThat(none).doesNotExist();
    }
    assertThat(Drover.run("init", "1a", "--group", "a.dev", "--kind", "A").said())
        .contains("the name of the project '1a' must begin with a letter");
    assertThat(Drover.run("init", "a".repeat(60), "--group", "a.dev", "--kind", "A").said())
        .contains("the name of the project has 60 characters", "at most 50");
    assertThat(Drover.run("init", "a", "--group", "a.dev", "--kind", "A", "--version", "2").said())
        .contains("the version '2' must begin with a letter");
    assertThat(Drover.run("init", "a", "--group", "x.k8s.io", "--kind", "A").said())
        .contains("the group 'x.k8s.io' is reserved for Kubernetes");
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(
            Drover.run("init", "a", "--group", "a.dev", "--kind", "A", "--dir", file.toString())
                .said())
        .contains(file + " is no folder");
    Path project = project();
    Drover.Outcome again =
        Drover.run(
            "init", "greeter", "--group", "a.dev", "--kind", "A", "--dir", project.toString());
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.said()).contains("is not empty");
  }
}
