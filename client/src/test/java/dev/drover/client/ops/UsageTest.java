package dev.drover.client.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.api.Selector;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.Headers;
import dev.drover.client.RestClient;
import dev.drover.client.Transport;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Answers of a metrics server, whose lists have no order.
class UsageTest {
  private static Usage answering(String list) {
    Transport transport =
        new Transport() {
          @Override
          public Response send(Request request) {
            return new Answer(new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8)));
          }

          @Override
          public void close() {}
        };
    return Usage.of(Client.over(RestClient.over(ClientConfig.of("http://canned"), transport)));
  }

  private record Answer(InputStream body) implements Transport.Response {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public Headers headers() {
      return Headers.EMPTY.with("Content-Type", "application/json");
    }

    @Override
    public void close() {}
  }

  @Test
  void nodesComeInTheOrderOfTheirNames() {
    Usage usage =
        answering(
            """
            {"apiVersion": "metrics.k8s.io/v1beta1", "kind": "NodeMetricsList", "metadata": {}, "items": [
              {"metadata": {"name": "b"}, "usage": {"cpu": "1"}},
              {"metadata": {"name": "a"}, "usage": {"memory": "1Mi"}}]}
            """);
    assertThat(usage.nodes()).extracting(Usage.OfNode::name).containsExactly("a", "b");
    assertThat(usage.nodes().getFirst().cpu().toMilli()).as("not measured").isZero();
  }

  @Test
  void podsComeInTheOrderOfTheirKeys() {
    Usage usage =
        answering(
            """
            {"apiVersion": "metrics.k8s.io/v1beta1", "kind": "PodMetricsList", "metadata": {}, "items": [
              {"metadata": {"namespace": "y", "name": "a"}, "containers": []},
              {"metadata": {"namespace": "x", "name": "c"}, "containers": []},
              {"metadata": {"namespace": "x", "name": "b"}, "containers": []}]}
            """);
    assertThat(usage.pods("", Selector.everything()))
        .extracting(Usage.OfPod::key)
        .containsExactly(ObjectKey.of("x", "b"), ObjectKey.of("x", "c"), ObjectKey.of("y", "a"));
  }
}
