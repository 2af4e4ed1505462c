package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.certificates.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server with a data directory is the same one after a restart.
class DataDirectoryRestartTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String DEFINITION =
      """
      {"metadata": {"name": "widgets.example.com"},
       "spec": {"group": "example.com", "scope": "Namespaced",
                "names": {"plural": "widgets", "kind": "Widget"},
                "versions": [{"name": "v1", "served": true, "storage": true,
                  "schema": {"openAPIV3Schema": {"type": "object",
                    "properties": {"spec": {"type": "object",
                      "properties": {"size": {"type": "integer", "maximum": 3}}}}}}}]}}
      """;

  @TempDir Path folder;

  private EmbeddedApiServer start() {
    return EmbeddedApiServer.start(
        EmbeddedApiServer.Options.defaults().with(o -> o.dataDirectory(folder.resolve("data"))));
  }

  @Test
  void restartedServerHasObjectsDefinitionsUsersAndTokens() throws Exception {
    String before;
    String revision;
    String serviceAccountToken;
    User jane;
    String ca;
    try (EmbeddedApiServer server = start();
        Https admin = Https.asAdmin(server)) {
      assertThat(admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}").status())
          .isEqualTo(201);
      assertThat(
              admin
                  .post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION)
                  .status())
          .isEqualTo(201);
      assertThat(
              admin
                  .post(
                      "/apis/example.com/v1/namespaces/default/widgets",
                      "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\"},\"spec\":{\"size\":2}}")
                  .status())
          .isEqualTo(201);
      admin.post(
          "/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
      serviceAccountToken =
          (String)
              admin
                  .post("/api/v1/namespaces/default/serviceaccounts/robot/token", "{}")
                  .at("status", "token");
      jane = server.addUser("jane", "developers");
      ca = server.caPem();
      before = admin.get("/api/v1/namespaces/default/configmaps/a").text();
      revision = (String) admin.get(CONFIG_MAPS).at("metadata", "resourceVersion");
    }
    try (EmbeddedApiServer server = start();
        Https admin = Https.asAdmin(server)) {
      assertThat(server.caPem()).isEqualTo(ca);
      assertThat(admin.get("/api/v1/namespaces/default/configmaps/a").text()).isEqualTo(before);
      assertThat(admin.get("/apis/example.com/v1/namespaces/default/widgets/w").at("spec", "size"))
          .isEqualTo(2L);
      assertThat(
              admin
                  .post(
                      "/apis/example.com/v1/namespaces/default/widgets",
                      "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"x\"},\"spec\":{\"size\":4}}")
                  .status())
          .isEqualTo(422);
      assertThat(Long.parseLong((String) admin.get(CONFIG_MAPS).at("metadata", "resourceVersion")))
          .isGreaterThanOrEqualTo(Long.parseLong(revision));
      try (Https user = Https.to(server, ca, jane);
          Https nobody = Https.asNobody(server)) {
        assertThat(user.get(CONFIG_MAPS).text()).contains("User \\\"jane\\\" cannot list");
        for (String token : new String[] {jane.token().orElseThrow(), serviceAccountToken}) {
          assertThat(nobody.get(CONFIG_MAPS, "Authorization", "Bearer " + token).status())
              .isEqualTo(403); // known, without rights
        }
      }
    }
  }

  @Test
  void restartedServerKnowsItsNewAddress() throws Exception {
    start().close();
    try (EmbeddedApiServer server = start();
        Https admin = Https.asAdmin(server)) {
      assertThat(
              admin
                  .get("/api/v1/namespaces/default/endpoints/kubernetes")
                  .at("subsets", "0", "ports", "0", "port"))
          .isEqualTo((long) server.url().getPort());
    }
  }

  @Test
  void directoryIsPrivate() throws Exception {
    start().close();
    try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
      assertThat(files.filter(file -> file.toString().contains("pki")))
          .isNotEmpty()
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .endsWith("------"));
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("data"))))
        .isEqualTo("rwx------");
  }

  @Test
  void corruptDirectoryIsRefusedWithFileAndPosition() throws Exception {
    start().close();
    Path log;
    try (Stream<Path> files = Files.list(folder.resolve("data"))) {
      log = files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length / 2] ^= 1;
    Files.write(log, bytes);
    assertThatThrownBy(this::start)
        .isInstanceOf(UncheckedIOException.class)
        .rootCause()
        .isInstanceOf(IOException.class)
        .hasMessageContaining(log + " is corrupt at byte ")
        .hasMessageContaining("Restore the data directory");
    assertThatThrownBy(this::start)
        .rootCause()
        .hasMessageContaining("is corrupt"); // and not "in use": the refused start let it go
  }

  @Test
  void secondServerOnADirectoryIsRefused() {
    try (EmbeddedApiServer server = start()) {
      assertThat(server.url()).isNotNull();
      assertThatThrownBy(this::start).rootCause().hasMessageContaining("in use by another server");
    }
  }
}
