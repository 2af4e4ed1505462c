package dev.drover.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import dev.drover.server.discovery.TwoServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The file of facts about types against the documents that it was taken from.
@Tag("real")
class TypeFactsRealTest {
  private static final Path FILE =
      Path.of("src/main/resources/dev/drover/server/openapi/kubernetes-1.36.facts");
  private static final String HEAD =
      """
      # What OpenAPI documents of kube-apiserver say about types beyond the type table, taken from a running one. Do not edit; made by
      #   mvn -pl server -am test -Dtest=TypeFactsRealTest -Dtest.leave-out=soak -Ddrover.update=true
      #
      # enum schema field json        the texts that a field, or each of its items, may have
      # unions schema json            which fields exclude each other

      """;

  @Test
  void fileHasTheFactsOfARealServer() throws Exception {
    String expected;
    try (TwoServers servers = TwoServers.start(true)) {
      expected = facts(servers.real("/openapi/v2", "application/json").tree());
    }
    if (Boolean.getBoolean("drover.update")) {
      Files.writeString(FILE, expected);
    }
    assertThat(Files.readString(FILE)).isEqualTo(expected);
  }

  private static String facts(Object document) {
    TreeNode definitions = TreeNode.view((Map<?, ?>) document).at("definitions");
    TreeSet<String> lines = new TreeSet<>();
    for (String name : definitions.map().keySet()) {
      TreeNode definition = definitions.at(name);
      if (definition.has("x-kubernetes-unions")) {
        lines.add("unions " + name + " " + json(definition.get("x-kubernetes-unions")));
      }
      TreeNode properties = definition.at("properties");
      for (String field : properties.map().keySet()) {
        TreeNode property = properties.at(field);
        for (TreeNode place :
            new TreeNode[] {property, property.at("items"), property.at("additionalProperties")}) {
          if (place.has("enum")) {
            lines.add("enum " + name + " " + field + " " + json(place.get("enum")));
          }
        }
      }
    }
    return HEAD + String.join("\n", lines) + "\n";
  }

  private static String json(Object tree) {
    return RawExtension.ofTree(tree).raw().utf8();
  }
}
