package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Manifests;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.server.EmbeddedApiServer;
import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchCommandTest {
  private static final Kind<DynamicObject> CONFIG_MAPS =
      Kind.dynamic(new GroupVersionKind("", "v1", "ConfigMap"), "configmaps", Scope.NAMESPACED);

  @TempDir Path folder;

  private static DynamicObject configMap(String name, String label) {
    DynamicObject map = DynamicObject.named(CONFIG_MAPS.gvk(), "default", name);
    return map.withMetadata(map.metadata().withLabel("app", label));
  }

  @Test
  void watchPrintsExistingObjectsAndEachCreateUpdateAndDelete() throws Exception {
    try (var server = EmbeddedApiServer.start();
        var client =
            Client.connect(
                ClientConfig.fromKubeconfig(
                    server.kubeconfig().getBytes(StandardCharsets.UTF_8)))) {
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
      var maps = client.resources(CONFIG_MAPS).inNamespace("default");
      maps.create(configMap("old", "web"));
      maps.create(configMap("other", "db"));
      try (var out = new PipedWriter();
          var lines = new BufferedReader(new PipedReader(out))) {
        Thread command =
            Thread.ofVirtual()
                .start(
                    () ->
                        Main.commandLine()
                            .setOut(new PrintWriter(out))
                            .execute(
                                "watch",
                                "cm",
                                "-n",
                                "default",
                                "-l",
                                "app=web",
                                "--kubeconfig",
                                kubeconfig.toString()));
        assertThat(lines.readLine()).contains("there   configmap default/old");
        DynamicObject made = maps.create(configMap("new", "web"));
        assertThat(lines.readLine()).contains("created configmap default/new");
        maps.edit(made, m -> m.with("red", "data", "color"));
        assertThat(lines.readLine()).contains("updated configmap default/new").contains(" -> ");
        maps.delete("new");
        assertThat(lines.readLine()).contains("deleted configmap default/new");
        command.interrupt();
        command.join();
      }
    }
  }

  @Test
  @Tag("slow")
  void missingPermissionIsReportedOnceAndWatchContinuesWhenGranted() throws Exception {
    try (var server = EmbeddedApiServer.start();
        var admin =
            Client.connect(
                ClientConfig.fromKubeconfig(
                    server.kubeconfig().getBytes(StandardCharsets.UTF_8)))) {
      Path kubeconfig =
          Files.writeString(
              folder.resolve("kubeconfig"), server.kubeconfig(server.addUser("jane")));
      try (Drover watch =
          Drover.start("watch", "namespaces", "--kubeconfig", kubeconfig.toString())) {
        watch.awaitLine("still trying: get namespaces (needs the RBAC rule");
        admin.apply(
            Manifests.parse(
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: jane}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
                """));
        watch.awaitLine("there   namespace default");
        assertThat(watch.said().stream().filter(line -> line.startsWith("still trying")))
            .hasSize(1);
        assertThat(watch.said()).noneMatch(line -> line.contains("Reflector"));
      }
    }
  }

  @Test
  void namespaceForAClusterScopedKindIsRefused() throws Exception {
    try (var server = EmbeddedApiServer.start()) {
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
      StringWriter errors = new StringWriter();
      int code =
          Main.commandLine()
              .setErr(new PrintWriter(errors))
              .execute("watch", "nodes", "-n", "x", "--kubeconfig", kubeconfig.toString());
      assertThat(code).isEqualTo(1);
      assertThat(errors.toString()).contains("nodes are not in a namespace");
    }
  }

  @Test
  void progressBarIsShownIfTheServerSendsRemainingItems() {
    assertThat(SyncProgress.line(500, OptionalLong.of(1500)))
        .isEqualTo("[=======>                      ] 500 of 2000");
    assertThat(SyncProgress.line(500, OptionalLong.empty())).isEqualTo("500 objects");
    assertThat(SyncProgress.line(2000, OptionalLong.of(0))).startsWith("[" + "=".repeat(30) + "]");
  }
}
