package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which collection a typed handle reads.
class ResourceClientScopeTest {
  private static final ScriptedServer.Act EMPTY =
      ScriptedServer.json(
          "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMapList\",\"metadata\":{},\"items\":[]}");

  @Test
  void inAllNamespacesWidensAHandleOfOneNamespace() {
    try (var server = new ScriptedServer(EMPTY, EMPTY, EMPTY);
        Client client = Client.over(RestClient.of(server.config()))) {
      ResourceClient<ConfigMap> shop = client.resources(ConfigMap.class).inNamespace("shop");
      shop.list();
      shop.inAllNamespaces().list();
      client.list(ConfigMap.class, ListOption.in("shop"));
      assertThat(server.seen())
          .extracting(ScriptedServer.Seen::line)
          .isEqualTo(
              List.of(
                  "GET /api/v1/namespaces/shop/configmaps HTTP/1.1",
                  "GET /api/v1/configmaps HTTP/1.1",
                  "GET /api/v1/namespaces/shop/configmaps HTTP/1.1"));
    }
  }
}
