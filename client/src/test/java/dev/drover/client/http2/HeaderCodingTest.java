package dev.drover.client.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// HPACK, with the examples of RFC 7541, appendix C.
class HeaderCodingTest {
  private final HeaderDecoder decoder = new HeaderDecoder();

  private List<String> decode(String hex) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    List<String> lines = new ArrayList<>();
    decoder.decode(bytes, 0, bytes.length, (name, value) -> lines.add(name + ": " + value));
    return lines;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f1e3c2e5f23a6ba0ab90f4ff | www.example.com",
        "a8eb10649cbf | no-cache",
        "25a849e95ba97d7f | custom-key",
        "25a849e95bb8e8b4bf | custom-value",
        "6402 | 302",
        "aec3771a4b | private",
        "d07abe941054d444a8200595040b8166e082a62d1bff | Mon, 21 Oct 2013 20:13:21 GMT",
        "9d29ad171863c78f0b97c8e9ae82ae43d3 | https://www.example.com",
        "9bd9ab | gzip"
      })
  void huffmanTextsOfTheStandardAreRead(String hex, String text) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThat(HuffmanDecoder.INSTANCE.decode(bytes, 0, bytes.length)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fffffffc", "ffffffff", "ff", "1c", "00fe"})
  void huffmanTextsThatEndWronglyAreRefused(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThatThrownBy(() -> HuffmanDecoder.INSTANCE.decode(bytes, 0, bytes.length))
        .isInstanceOf(Http2Exception.class);
  }

  @Test
  void requestsOfTheStandardAreReadOneAfterTheOther() throws IOException {
    assertThat(decode("828684418cf1e3c2e5f23a6ba0ab90f4ff"))
        .containsExactly(
            ":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com");
    assertThat(decode("828684be5886a8eb10649cbf"))
        .containsExactly(
            ":method: GET",
            ":scheme: http",
            ":path: /",
            ":authority: www.example.com",
            "cache-control: no-cache");
    assertThat(decode("828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf"))
        .containsExactly(
            ":method: GET",
            ":scheme: https",
            ":path: /index.html",
            ":authority: www.example.com",
            "custom-key: custom-value");
  }

  @Test
  void entriesAreEvictedAsInTheResponsesOfTheStandard() throws IOException {
    decode("3fe101"); // a table of 256 bytes
    decode(
        "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f"
            + "0b97c8e9ae82ae43d3");
    assertThat(decode("4883640effc1c0bf")).first().isEqualTo(":status: 307");
    assertThat(
            decode(
                "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b3"
                    + "35dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007"))
        .containsExactly(
            ":status: 200",
            "cache-control: private",
            "date: Mon, 21 Oct 2013 20:13:22 GMT",
            "location: https://www.example.com",
            "content-encoding: gzip",
            "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80", // number 0
        "be", // beyond the table
        "ffffffffffff7f", // a number without an end
        "41", // no text
        "418c", // a text longer than the block
        "8220", // a new size after a header
        "3fe2ff7f", // a table larger than allowed
        "00" // a literal without a name
      })
  void brokenBlocksAreRefused(String hex) {
    assertThatThrownBy(() -> decode(hex)).isInstanceOf(IOException.class);
  }

  @Test
  void randomBlocksAreReadOrRefused() {
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      try {
        decode(HexFormat.of().formatHex(bytes));
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void encodedRequestsAreReadBack() throws IOException {
    String longValue = "x".repeat(5000);
    byte[] block =
        new HeaderEncoder("PATCH", "https", "h:1", "/a?b=c")
            .add("Authorization", "Bearer secret")
            .add("X-Long", longValue)
            .add("Connection", "close")
            .add("Accept", "application/json")
            .block();
    assertThat(decode(HexFormat.of().formatHex(block)))
        .containsExactly(
            ":method: PATCH",
            ":scheme: https",
            ":authority: h:1",
            ":path: /a?b=c",
            "authorization: Bearer secret",
            "x-long: " + longValue,
            "accept: application/json");
    assertThat(HexFormat.of().formatHex(block))
        .as("a secret is never put into a table")
        .contains("1f08" + "0d" + HexFormat.of().formatHex("Bearer secret".getBytes()));
  }
}
