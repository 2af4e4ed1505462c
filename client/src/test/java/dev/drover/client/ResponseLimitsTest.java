package dev.drover.client;

import static dev.drover.client.ScriptedServer.bytes;
import static dev.drover.client.ScriptedServer.gzip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.api.codec.ListSink;
import dev.drover.model.core.v1.ConfigMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Responses that grow when they are decompressed do not take the memory of the process.
class ResponseLimitsTest {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n";

  private final ScriptedServer server = new ScriptedServer();
  private final RestClient rest =
      RestClient.of(server.config().with(c -> c.limits(l -> l.object(1 << 20).list(4 << 20))));
  private final Client client = Client.over(rest);
  private final ResourceClient<ConfigMap> maps =
      client.resources(ConfigMap.class).inNamespace("shop");

  @AfterEach
  void close() {
    rest.close();
    server.close();
  }

  private void answer(byte[] packed) {
    server.then(
        peer -> {
          peer.write(bytes(HEAD + "Content-Length: " + packed.length + "\r\n\r\n"));
          peer.write(packed);
          return true;
        });
  }

  /// 400 MB in about 400 KB.
  private static byte[] bomb(String begin, String again) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes(begin));
      byte[] block = bytes(again.repeat((1 << 20) / again.length()));
      for (int i = 0; i < 400; i++) {
        out.write(block);
      }
    }
    return packed.toByteArray();
  }

  @Test
  void objectThatGrowsBeyondTheLimitFailsTheReadAndNamesTheOption() throws Exception {
    answer(bomb("{\"kind\":\"ConfigMap\",\"data\":{\"a\":\"", "x"));
    assertThatExceptionOfType(RequestFailedException.class)
        .isThrownBy(() -> maps.get("prices"))
        .withMessageContaining("larger than the limit of 1048576 bytes")
        .withMessageContaining("ClientConfig.limits(l -> l.object(...))");
  }

  @Test
  void documentThatGrowsBeyondTheLimitFailsTheRead() throws Exception {
    answer(bomb("{\"paths\":\"", "x"));
    assertThatExceptionOfType(RequestFailedException.class)
        .isThrownBy(() -> rest.get().absPath("/openapi/v3").execute())
        .withMessageContaining("larger than the limit of 1048576 bytes");
  }

  @Test
  void listThatGrowsBeyondTheLimitFailsTheRead() throws Exception {
    answer(bomb("{\"kind\":\"ConfigMapList\",\"items\":[{}", ",{}"));
    assertThatExceptionOfType(RequestFailedException.class)
        .isThrownBy(() -> maps.list())
        .withMessageContaining("larger than the limit of 4194304 bytes")
        .withMessageContaining("ClientConfig.limits(l -> l.list(...))");
  }

  @Test
  void itemBeyondTheLimitOfObjectsIsReportedAndTheOthersAreRead() throws Exception {
    String large =
        "{\"metadata\":{\"name\":\"b\"},\"data\":{\"a\":\"" + "x".repeat(2 << 20) + "\"}}";
    answer(
        gzip(
            "{\"kind\":\"ConfigMapList\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":["
                + "{\"metadata\":{\"name\":\"a\"}},"
                + large
                + ",{\"metadata\":{\"name\":\"c\"}}]}"));
    List<String> names = new ArrayList<>();
    List<String> broken = new ArrayList<>();
    maps.list(
        ListOptions.defaults(),
        new ListSink<ConfigMap>() {
          @Override
          public void item(ConfigMap item) {
            names.add(item.name());
          }

          @Override
          public void broken(BrokenItem item) {
            broken.add(item.error().getMessage());
          }
        });
    assertThat(names).containsExactly("a", "c");
    assertThat(broken)
        .hasSize(1)
        .allMatch(m -> m.contains("larger than the limit of 1048576 bytes"));
  }

  @Test
  void objectLargerThanTheUsualLimitIsReadWhereTheOptionAllowsIt() {
    ResponseLimits limits = ResponseLimits.defaults().with(l -> l.object(100 << 20));
    assertThat(limits.object()).isEqualTo(100 << 20);
    assertThatIllegalArgumentException().isThrownBy(() -> limits.with(l -> l.object(0)));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.with(l -> l.list(-1)));
  }

  @Test
  void usualLimitsFollowTheHeap() {
    assertThat(ResponseLimits.ofHeap(96L << 20).object()).isEqualTo(12 << 20);
    assertThat(ResponseLimits.ofHeap(96L << 20).list()).isEqualTo(192L << 20);
    assertThat(ResponseLimits.ofHeap(8L << 30).object()).isEqualTo(64 << 20);
    assertThat(ResponseLimits.ofHeap(Long.MAX_VALUE).list()).isEqualTo(Long.MAX_VALUE);
  }
}
