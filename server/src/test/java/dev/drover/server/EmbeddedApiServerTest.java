package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedApiServerTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private EmbeddedApiServer server;
  private Https admin;

  @BeforeEach
  void start() {
    server = EmbeddedApiServer.start();
    admin = Https.asAdmin(server);
  }

  @AfterEach
  void stop() {
    admin.close();
    server.close();
  }

  @Test
  void createdObjectCanBeReadListedReplacedAndDeleted() throws Exception {
    var created = admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    assertThat(created.at("metadata", "namespace")).isEqualTo("default");
    assertThat(created.at("metadata", "uid")).asString().hasSize(36);

    assertThat(admin.get(CONFIG_MAPS + "/a").at("data", "k")).isEqualTo("v");

    var list = admin.get(CONFIG_MAPS);
    assertThat(list.at("kind")).isEqualTo("ConfigMapList");
    assertThat(list.at("items", "0", "metadata", "name")).isEqualTo("a");

    var replaced =
        admin.put(CONFIG_MAPS + "/a", "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"w\"}}");
    assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
    assertThat(replaced.at("data", "k")).isEqualTo("w");
    assertThat(replaced.at("metadata", "uid")).isEqualTo(created.at("metadata", "uid"));

    var deleted = admin.delete(CONFIG_MAPS + "/a");
    assertThat(deleted.at("status")).isEqualTo("Success");
    assertThat(admin.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);
  }

  @Test
  void everyUserHasAKubeconfig(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("kubeconfig");
    String kubeconfig;
    // tag::start
    try (var server = EmbeddedApiServer.start()) { // any free port of the loopback address
      Files.writeString(file, server.kubeconfig()); // the administrator's
      var dev = server.addUser("dev", "developers"); // may do nothing until a role is bound
      kubeconfig = server.kubeconfig(dev);
    }
    // end::start
    assertThat(Files.readString(file)).contains("https://127.0.0.1:");
    assertThat(kubeconfig).contains("https://127.0.0.1:").isNotEqualTo(Files.readString(file));
  }

  @Test
  void watchDeliversCreatesUpdatesAndDeletes() throws Exception {
    try (var lines = admin.events(CONFIG_MAPS + "?watch=1")) {
      admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
      assertThat(lines.readLine()).contains("\"ADDED\"", "\"name\":\"a\"");
      admin.put(CONFIG_MAPS + "/a", "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"w\"}}");
      assertThat(lines.readLine()).contains("\"MODIFIED\"", "\"k\":\"w\"");
      admin.delete(CONFIG_MAPS + "/a");
      assertThat(lines.readLine()).contains("\"DELETED\"");
    }
  }

  @Test
  void tokenAuthenticatesLikeACertificate() throws Exception {
    try (Https nobody = Https.asNobody(server)) {
      String token = server.admin().token().orElseThrow();
      assertThat(nobody.get(CONFIG_MAPS, "Authorization", "Bearer " + token).status())
          .isEqualTo(200);
      assertThat(nobody.get(CONFIG_MAPS, "Authorization", "Bearer wrong").status()).isEqualTo(401);
      assertThat(nobody.get(CONFIG_MAPS).at("message"))
          .asString()
          .startsWith("configmaps is forbidden: User \"system:anonymous\" cannot list resource");
    }
  }
}
