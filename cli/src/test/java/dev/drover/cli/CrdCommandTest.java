package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.RawExtension;
import dev.drover.api.crd.Crd;
import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./drover crd`, `openapi` and `validate`.
class CrdCommandTest {
  private static final String SHOP =
      """
      import dev.drover.api.*;
      import dev.drover.api.crd.*;

      @CustomResource(group = "test.dev", version = "v1")
      record Shop(ObjectMeta metadata, Spec spec) implements KubernetesObject {
        record Spec(@Minimum(%s) int tills) {}
      }

      void main() {}
      """;

  @TempDir Path folder;

  private Path program(String name, int minimum) throws IOException {
    Path file = folder.resolve(name).resolve("ShopController.java");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, SHOP.formatted(minimum));
  }

  @Test
  void definitionsOfAJavaFileArePrinted() throws Exception {
    Drover.Outcome printed = Drover.run("crd", program("a", 1).toString());
    assertThat(printed.code()).as(printed.said()).isZero();
    Crd crd = Crd.parse(printed.said()).getFirst();
    assertThat(crd.name()).isEqualTo("shops.test.dev");
    Drover.Outcome json = Drover.run("crd", "--json", program("a", 1).toString());
    assertThat(Crd.parse(json.said())).containsExactly(crd);
  }

  @Test
  void definitionsAreWrittenAndCompared() throws Exception {
    Path out = folder.resolve("crds");
    Drover.run("crd", "-o", out.toString(), program("a", 1).toString());
    Path old = out.resolve("shops.test.dev.yaml");
    assertThat(old).exists();
    Drover.Outcome same = Drover.run("crd", "diff", old.toString(), program("a", 1).toString());
    assertThat(same.said()).isEqualTo("compatible\n");
    Drover.Outcome narrower = Drover.run("crd", "diff", old.toString(), program("b", 2).toString());
    assertThat(narrower.code()).isEqualTo(1);
    assertThat(narrower.said())
        .contains("shops.test.dev\n  BREAKING v1 spec.tills: minimum is 2, was 1; stored values")
        .endsWith("not compatible\n");
  }

  @Test
  void definitionsAreAppliedAndUsedToValidate() throws Exception {
    try (var server = EmbeddedApiServer.start()) {
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
      Drover.Outcome applied =
          Drover.run(
              "crd", "--apply", "--kubeconfig", kubeconfig.toString(), program("a", 1).toString());
      assertThat(applied.said()).isEqualTo("applied shops.test.dev\n");
      Path shops =
          Files.writeString(
              folder.resolve("shops.yaml"),
              """
              {apiVersion: test.dev/v1, kind: Shop, metadata: {name: good}, spec: {tills: 1}}
              ---
              {apiVersion: test.dev/v1, kind: Shop, metadata: {name: bad}, spec: {tills: 0, more: 1}}
              ---
              {apiVersion: v1, kind: ConfigMap, metadata: {name: other}}
              """);
      Drover.Outcome checked =
          Drover.run(
              "validate",
              "-f",
              shops.toString(),
              "--cluster",
              "--kubeconfig",
              kubeconfig.toString());
      assertThat(checked.code()).isEqualTo(1);
      assertThat(checked.said())
          .contains("valid Shop good")
          .contains("invalid Shop bad")
          .contains("  spec.tills: Invalid value: 0: spec.tills in body should be greater than or")
          .contains("  warning: unknown field \"spec.more\"")
          .contains("skipped ConfigMap other")
          .endsWith("2 checked, 1 invalid\n");
      Drover.Outcome local =
          Drover.run("validate", "-f", shops.toString(), "--crd", program("a", 1).toString());
      assertThat(local.said()).isEqualTo(checked.said());
    }
  }

  @Test
  void openApiDocumentHasTheKindsOfTheSources() throws Exception {
    Drover.Outcome printed = Drover.run("openapi", program("a", 1).toString());
    assertThat(RawExtension.ofJson(printed.said().strip()).tree()).isInstanceOf(Map.class);
    assertThat(printed.said()).contains("dev.test.v1.Shop");
  }

  @Test
  void sourcesWithoutKindsAreAnErrorWithTheRemedy() throws Exception {
    Drover.Outcome missing = Drover.run("crd", folder.resolve("none").toString());
    assertThat(missing.code()).isEqualTo(1);
    assertThat(missing.said()).contains("name a folder of classes, a jar or a Java file");
    Files.createDirectories(folder.resolve("empty"));
    assertThat(Drover.run("crd", folder.resolve("empty").toString()).said())
        .contains("no record with @CustomResource");
    Path broken = Files.writeString(folder.resolve("Broken.java"), "record Broken(");
    assertThat(Drover.run("crd", broken.toString()).said()).contains("cannot compile");
  }

  @Test
  void wrongFilesAreErrorsThatNameThem() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    Path none = folder.resolve("none");
    Path sample =
        Files.writeString(
            folder.resolve("sample.yaml"),
            "{apiVersion: test.dev/v1, kind: Shop, metadata: {name: a}, spec: {tills: 1}}");
    Map<List<String>, String> commands =
        Map.of(
            List.of("validate", "-f", none.toString()),
            "there is no " + none,
            List.of("generate", "--from-crd", none.toString()),
            "there is no " + none,
            List.of("rbac", "--from-tests=" + none, "--name", "a"),
            "there is no " + none,
            List.of("openapi", program("a", 1).toString(), "-o", none.resolve("x").toString()),
            "there is no " + none.resolve("x"),
            List.of("crd", program("a", 1).toString(), "-o", file.toString()),
            file + " exists and is no folder",
            List.of("validate", "-f", sample.toString()),
            "no object was checked: name the definitions with --crd FILE or --cluster",
            List.of("validate", "-f", file.toString()),
            "no object in [" + file + "]",
            List.of("generate", "--from-crd", sample.toString(), "--package", "a.class"),
            "no CustomResourceDefinition in [" + sample + "]");
    commands.forEach(
        (words, said) -> {
          Drover.Outcome outcome = Drover.run(words.toArray(String[]::new));
          assertThat(outcome.code()).as("%s", words).isEqualTo(1);
          assertThat(outcome.said()).contains("drover: ").contains(said);
        });
  }

  @Test
  void javadocOfAJavaFileIsTheDescription() throws Exception {
    Path file = program("a", 1);
    Files.writeString(
        file,
        Files.readString(file).replace("@CustomResource", "/// Sells things.\n@CustomResource"));
    assertThat(Drover.run("crd", file.toString()).said()).contains("description: Sells things.");
  }
}
