package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FlowHeadersTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String FLOWS = "/apis/flowcontrol.apiserver.k8s.io/v1/";
  private static final String SCHEMA = "x-kubernetes-pf-flowschema-uid";
  private static final String LEVEL = "x-kubernetes-pf-prioritylevel-uid";

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  private Object uid(String path) throws IOException, InterruptedException {
    return admin.get(FLOWS + path).at("metadata", "uid");
  }

  @Test
  void responseNamesFlowSchemaAndPriorityLevel() throws Exception {
    var reply = admin.get(CONFIG_MAPS);
    assertThat(reply.header(SCHEMA)).isEqualTo(uid("flowschemas/exempt"));
    assertThat(reply.header(LEVEL)).isEqualTo(uid("prioritylevelconfigurations/exempt"));
  }

  @Test
  void refusedRequestNamesFlowSchemaAndPriorityLevel() throws Exception {
    try (Https nobody = Https.asNobody(server)) {
      var refused = nobody.get(CONFIG_MAPS);
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.header(SCHEMA)).isEqualTo(uid("flowschemas/global-default"));
    }
  }

  @Test
  void newFlowSchemaAppliesAtOnceUnlessItsPriorityLevelIsMissing() throws Exception {
    String schema =
        """
        {"metadata":{"name":"%s"},"spec":{"matchingPrecedence":%d,\
        "priorityLevelConfiguration":{"name":"%s"},"rules":[{\
        "subjects":[{"kind":"User","user":{"name":"jane"}}],"resourceRules":[{"verbs":["list"],\
        "apiGroups":[""],"resources":["configmaps"],"namespaces":["default"]}]}]}}\
        """;
    admin.post(FLOWS + "flowschemas", schema.formatted("dangling", 10, "none"));
    admin.post(FLOWS + "flowschemas", schema.formatted("jane", 20, "workload-low"));
    admin.post(FLOWS + "flowschemas", schema.formatted("later", 30, "workload-low"));

    var jane = server.addUser("jane");
    try (Https client = Https.as(server, jane)) {
      assertThat(client.get(CONFIG_MAPS).header(SCHEMA)).isEqualTo(uid("flowschemas/jane"));
      assertThat(client.get(CONFIG_MAPS + "/x").header(SCHEMA))
          .isEqualTo(uid("flowschemas/global-default"));
    }
  }

  @Test
  void responseToAnUnknownUserHasNoFlowHeaders() throws Exception {
    try (Https nobody = Https.asNobody(server)) {
      var refused = nobody.get(CONFIG_MAPS, "Authorization", "Bearer wrong");
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.headers()).doesNotContainKey(SCHEMA);
    }
  }
}
