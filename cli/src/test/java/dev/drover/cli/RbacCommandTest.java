package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Manifests;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./drover rbac`.
class RbacCommandTest {
  @TempDir Path folder;

  @Test
  void rolesAreMinimalAndSorted() throws Exception {
    Path rights =
        Files.writeString(
            folder.resolve("rights"),
            """
            example.dev/greetings watch
            example.dev/greetings list
            /secrets patch
            /configmaps patch
            /configmaps create
            /secrets create
            /configmaps create
            example.dev/greetings/status patch
            apiextensions.k8s.io/customresourcedefinitions patch
            coordination.k8s.io/leases update
            """);
    Drover.Outcome printed =
        Drover.run("rbac", "--from-tests", rights.toString(), "--name", "greeter");
    assertThat(printed.code()).as(printed.said()).isZero();
    assertThat(printed.said())
        .contains(
            """
            metadata: {name: greeter}
            rules:
            - {apiGroups: [""], resources: [configmaps, secrets], verbs: [create, patch]}
            - {apiGroups: [example.dev], resources: [greetings/status], verbs: [patch]}
            - {apiGroups: [example.dev], resources: [greetings], verbs: [list, watch]}
            ---
            """)
        .contains("metadata: {name: greeter-leader, namespace: greeter-system}");
    assertThat(Manifests.parse(printed.said()))
        .extracting(object -> object.gvk().kind())
        .containsExactly(
            "ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding");
    Path out = folder.resolve("config/rbac.yaml");
    Drover.run(
        "rbac",
        "--from-tests",
        rights.toString(),
        "--name",
        "greeter",
        "--installs",
        "-o",
        out.toString());
    assertThat(out)
        .content()
        .contains(
            "{apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs:"
                + " [patch]}");
  }

  @Test
  void missingOrMalformedRightsAreErrorsWithTheRemedy() throws Exception {
    assertThat(Drover.run("rbac", "--from-tests", "--name", "a").said())
        .contains("run the tests with -Ddrover.test.rights=target/drover-rights");
    Path rights = Files.writeString(folder.resolve("rights"), "apps/deployments get, [*]\n");
    assertThat(Drover.run("rbac", "--from-tests", rights.toString(), "--name", "a").said())
        .contains("is no line such as 'apps/deployments get'");
    assertThat(Drover.run("rbac", "--from-tests", rights.toString(), "--name", "A b").said())
        .contains("the name 'A b'");
  }
}
