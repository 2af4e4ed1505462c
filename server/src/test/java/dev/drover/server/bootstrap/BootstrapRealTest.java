package dev.drover.server.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.RawExtension;
import dev.drover.controlplane.ControlPlane;
import dev.drover.schema.TreeNode;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.core.Resource;
import dev.drover.server.kinds.BuiltInResources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The file of bootstrap objects against the server that it was taken from.
@Tag("real")
class BootstrapRealTest {
  private static final Path FILE =
      Path.of("src/main/resources/dev/drover/server/bootstrap/kubernetes-1.36.objects");

  @Test
  void fileHasTheObjectsOfARealServer() throws Exception {
    String expected =
        BootstrapWriter.write(
            ControlPlane.DEFAULT_VERSION,
            objects(ControlPlane.Options.defaults(), BuiltInResources.all()),
            objects(
                ControlPlane.Options.defaults().with(o -> o.betaApis(true)),
                BuiltInResources.withBetas()));
    if (Boolean.getBoolean("drover.update")) {
      Files.writeString(FILE, expected);
    }

    assertThat(Files.readString(FILE)).isEqualTo(expected);
  }

  private static Map<String, TreeNode> objects(
      ControlPlane.Options options, List<Resource> resources) throws Exception {
    try (ControlPlane real = ControlPlane.start(options)) {
      // Of several versions of one resource the stored one counts.
      List<Resource> stored =
          resources.stream().filter(r -> r.gvk().equals(r.storage().kind())).toList();
      return new AllObjects(real.url(), real.caPem(), real.admin()).list(stored);
    }
  }

  @Test
  void freshServersHaveTheSameObjects() throws Exception {
    try (ControlPlane real = ControlPlane.start(ControlPlane.Options.defaults());
        EmbeddedApiServer embedded = EmbeddedApiServer.start()) {
      var expected =
          new AllObjects(real.url(), real.caPem(), real.admin()).list(BuiltInResources.all());
      var actual =
          new AllObjects(embedded.url(), embedded.caPem(), embedded.admin())
              .list(BuiltInResources.all());

      assertThat(actual.keySet()).isEqualTo(expected.keySet());
      expected.forEach((key, object) -> assertThat(json(actual.get(key))).isEqualTo(json(object)));
    }
  }

  private static String json(TreeNode object) {
    return new String(
        RawExtension.ofTree(object.map()).raw().toByteArray(), StandardCharsets.UTF_8);
  }
}
