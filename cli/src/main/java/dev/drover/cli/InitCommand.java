package dev.drover.cli;

import dev.drover.api.Names;
import dev.drover.api.crd.Crd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `./drover init`: makes a project with a kind, a controller, a test, an image and manifests.
@Command(
    name = "init",
    description =
        "Makes a project: a kind, its controller, a test on an embedded API server, Containerfile,"
            + " manifests for kustomize, CI file.")
final class InitCommand implements Callable<Integer> {
  private static final int MAX_NAME = 63 - "-webhooks-tls".length();

  @Mixin private final Terminal terminal = new Terminal();

  @Parameters(paramLabel = "NAME", description = "of the project, and of its folder")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String name;

  @Option(
      names = "--group",
      required = true,
      paramLabel = "GROUP",
      description = "the API group, a domain such as example.dev")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String group;

  @Option(
      names = "--kind",
      required = true,
      paramLabel = "KIND",
      description = "the kind, such as Website")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String kind;

  @Option(names = "--version", paramLabel = "VERSION", description = "of the kind; none: v1alpha1")
  private String version = "v1alpha1";

  @Option(
      names = "--package",
      paramLabel = "PACKAGE",
      description = "of the Java classes; none: the group backwards")
  private @Nullable String packageName;

  @Option(names = "--gradle", description = "build with Gradle, not Maven")
  private boolean isGradle;

  @Option(
      names = "--webhook",
      description = "with a validating webhook, whose certificate cert-manager makes")
  private boolean hasWebhook;

  @Option(names = "--helm", description = "with a Helm chart, in the folder chart")
  private boolean hasChart;

  @Option(names = "--dir", paramLabel = "DIR", description = "the folder; none: NAME")
  private @Nullable Path folder;

  @Option(names = "--drover-version", hidden = true)
  private String droverVersion = "0.1.0-SNAPSHOT";

  @Override
  public Integer call() throws IOException {
    requireNames();
    Path target = folder == null ? Path.of(name) : folder;
    requireEmpty(target);
    ProjectTemplate project = project();
    project.write(target);
    Path record =
        target.resolve("src/main/java/" + javaPackage().replace('.', '/') + "/" + kind + ".java");
    Crd crd;
    try (KindClasses classes = new KindClasses(List.of(record), List.of())) {
      crd = classes.definitions().getFirst();
    }
    Map<String, String> plural = new LinkedHashMap<>(values());
    plural.put("PLURAL", crd.plural());
    ProjectTemplate manifests =
        new ProjectTemplate(plural)
            .add("common/config/rbac.yaml", "config/rbac.yaml")
            .addText("config/crd.yaml", crd.toYaml());
    if (hasWebhook) {
      manifests
          .add("common/config/webhook.yaml", "config/webhook.yaml")
          .add("common/config/certificate.yaml", "config/certificate.yaml");
    }
    manifests.write(target);
    if (hasChart) {
      new InitChart(name, hasWebhook).write(target, plural);
    }
    terminal.say(
        "made "
            + target
            + ": "
            + (isGradle ? "gradle test" : "mvn test")
            + " in it, and see README.md");
    return 0;
  }

  private void requireNames() {
    require(Names.dnsLabel(name), "the name of the project", name);
    require(Names.dnsSubdomain(group), "the group", group);
    if (group.indexOf('.') < 0) {
      throw new IllegalArgumentException(
          "the group must be a domain such as 'example.dev', got '" + group + "'");
    }
    if (group.matches("(.*\\.)?(k8s|kubernetes)\\.io")) {
      throw new IllegalArgumentException(
          "the group '%s' is reserved for Kubernetes: take a domain of yours".formatted(group));
    }
    require(Names.dnsLabel(version), "the version", version);
    requireLetterFirst("the version", version);
    requireLetterFirst("the name of the project", name);
    if (name.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "the name of the project has %d characters, but %s-webhooks-tls and other names of 63 are made of it: at most %d"
              .formatted(name.length(), name, MAX_NAME));
    }
    boolean isClass =
        SourceVersion.isIdentifier(kind)
            && !SourceVersion.isKeyword(kind)
            && Character.isUpperCase(kind.charAt(0))
            && kind.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c));
    if (!isClass) {
      throw new IllegalArgumentException(
          "the kind must be a name such as 'Website', got '" + kind + "'");
    }
    if (isUsed(kind)) {
      throw new IllegalArgumentException(
          "the kind '%s' would hide a class of that name that the project uses: choose another one"
              .formatted(kind));
    }
    if (!SourceVersion.isName(javaPackage())) {
      throw new IllegalArgumentException(
          "'%s' is no package: choose one with --package".formatted(javaPackage()));
    }
  }

  /// Whether the sources of a project name a class like this.
  private static boolean isUsed(String kind) {
    ProjectTemplate templates = new ProjectTemplate(Map.of());
    String sources =
        Stream.of(
                "common/Kind.java.txt",
                "common/Controller.java.txt",
                "common/ControllerTest.java.txt",
                "webhook/Method.java.txt",
                "webhook/Test.java.txt")
            .map(templates::filled)
            .map(text -> text.replaceAll("//[^\\n]*|\"[^\"\\n]*\"|@[A-Z_]+@", ""))
            .collect(Collectors.joining());
    return Set.of("AdmissionResponse", "Webhook").contains(kind)
        || Pattern.compile("\\b" + kind + "\\b").matcher(sources).find();
  }

  private static void requireLetterFirst(String what, String value) {
    if (Character.isDigit(value.charAt(0))) {
      throw new IllegalArgumentException("%s '%s' must begin with a letter".formatted(what, value));
    }
  }

  private static void require(List<String> complaints, String what, String value) {
    if (!complaints.isEmpty()) {
      throw new IllegalArgumentException(
          "%s '%s': %s".formatted(what, value, complaints.getFirst()));
    }
  }

  private static void requireEmpty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> content = Files.list(folder)) {
        if (content.findAny().isPresent()) {
          throw new IllegalArgumentException(folder + " is not empty: choose another --dir");
        }
      }
    }
  }

  private String javaPackage() {
    if (packageName != null) {
      return packageName;
    }
    List<String> parts = new ArrayList<>(List.of(group.split("\\.", -1)));
    Collections.reverse(parts);
    return String.join(".", parts).replace('-', '_');
  }

  private Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("NAME", name);
    values.put("GROUP", group);
    values.put("KIND", kind);
    values.put("VERSION", version);
    values.put("PACKAGE", javaPackage());
    values.put("DROVER", droverVersion);
    values.putAll(webhookValues());
    values.put("BUILD_TEST", isGradle ? "gradle test" : "mvn test");
    values.put("CLASSES", isGradle ? "build/classes/java/main" : "target/classes");
    values.put("BUILD_PACKAGE", isGradle ? "gradle assemble" : "mvn package");
    return values;
  }

  /// What the templates have for a webhook: nothing, without one.
  private Map<String, String> webhookValues() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(
        "WEBHOOK_IMPORTS",
        """
        import dev.drover.runtime.webhook.AdmissionResponse;
        import dev.drover.runtime.webhook.Webhook;
        """);
    values.put("WEBHOOK_SERVE", "      manager.webhooks(webhook());\n");
    values.put("WEBHOOK_METHOD", part("webhook/Method.java.txt"));
    values.put("WEBHOOK_TEST", part("webhook/Test.java.txt"));
    values.put(
        "WEBHOOK_TEST_IMPORT",
        "import static org.assertj.core.api.Assertions.assertThatThrownBy;\n");
    values.put("WEBHOOK_PORT", ", {name: webhooks, containerPort: 9443}");
    values.put(
        "WEBHOOK_VOLUME",
        """
                volumeMounts:
                - {name: webhooks, mountPath: /tmp/k8s-webhook-server/serving-certs, readOnly: true}
              volumes:
              - {name: webhooks, secret: {secretName: NAME-webhooks-tls}}
        """
            .replace("NAME", name)
            .indent(0));
    values.put("WEBHOOK_RESOURCES", "- certificate.yaml\n- webhook.yaml\n");
    values.put("WEBHOOK_INGRESS", "  - ports: [{port: webhooks}] # API servers have no labels\n");
    if (!hasWebhook) {
      values.replaceAll((_, _) -> "");
    }
    values.put(
        "WEBHOOK_PATH",
        "/validate-%s-%s-%s"
            .formatted(group.replace('.', '-'), version, kind.toLowerCase(Locale.ROOT)));
    return values;
  }

  /// A template that is a part of another one.
  private String part(String template) {
    return new ProjectTemplate(Map.of("NAME", name, "KIND", kind)).filled(template);
  }

  private ProjectTemplate project() {
    String folderOfPackage = javaPackage().replace('.', '/');
    String main = "src/main/java/" + folderOfPackage + "/" + kind;
    String test = "src/test/java/" + folderOfPackage + "/" + kind;
    ProjectTemplate project =
        new ProjectTemplate(values())
            .add("common/Kind.java.txt", main + ".java")
            .add("common/Controller.java.txt", main + "Controller.java")
            .add("common/ControllerTest.java.txt", test + "ControllerTest.java")
            .add("common/Containerfile", "Containerfile")
            .add("common/controller.jvm", "controller.jvm")
            .add("common/gitignore", ".gitignore")
            .add("common/README.md", "README.md")
            .add("common/sample.yaml", "sample.yaml");
    for (String manifest :
        List.of("kustomization", "namespace", "deployment", "service", "networkpolicy")) {
      project.add("common/config/" + manifest + ".yaml", "config/" + manifest + ".yaml");
    }
    String build = isGradle ? "gradle" : "maven";
    project.add(build + "/ci.yaml", ".github/workflows/ci.yaml");
    return isGradle
        ? project
            .add("gradle/build.gradle", "build.gradle")
            .add("gradle/settings.gradle", "settings.gradle")
        : project.add("maven/pom.xml", "pom.xml");
  }
}
