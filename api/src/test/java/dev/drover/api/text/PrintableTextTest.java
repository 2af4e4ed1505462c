package dev.drover.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTextTest {
  private static final String JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJl";

  @Test
  void plainTextIsReturnedAsItIs() {
    String text = "pods \"web\" not found: 'ü', 日本, 🙂 and basic authentication";
    assertThat(PrintableText.of(text)).isEqualTo(text);
    String ascii = "pods \"web\" not found";
    assertThat(PrintableText.of(ascii)).isSameAs(ascii);
    assertThat(PrintableText.of(null)).isEqualTo("null");
  }

  @Test
  void controlCharactersAndLineSeparatorsAreEscaped() {
    assertThat(PrintableText.of("a\nINFO forged\r\n\tb")).isEqualTo("a\\nINFO forged\\r\\n\\tb");
    assertThat(PrintableText.of("\u001b[31mred\u0007\u007f\u0085\u2028\u2029"))
        .isEqualTo("\\u001b[31mred\\u0007\\u007f\\u0085\\u2028\\u2029");
    assertThat(PrintableText.of("a\u202Eb\u200Bc\uFEFF")).isEqualTo("a\\u202eb\\u200bc\\ufeff");
    assertThat(PrintableText.of("\uD83D!")).isEqualTo("\\ud83d!");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nAuthorization: Bearer s3cr3t-token-0123\r\nHost: x",
        "authorization: Basic s3cr3t-token-0123",
        "Proxy-Authorization: Basic s3cr3t-token-0123",
        "{\"Authorization\":\"Bearer s3cr3t-token-0123\"}",
        "Authorization: s3cr3t-token-0123",
        "cannot verify bearer s3cr3t-token-0123 of jane",
      })
  void credentialsAreRedacted(String text) {
    assertThat(PrintableText.of(text)).doesNotContain("s3cr3t").contains("***");
  }

  @Test
  void jsonWebTokensAreRedacted() {
    assertThat(PrintableText.of("token " + JWT + " expired")).isEqualTo("token *** expired");
  }

  @Test
  void knownSecretsAreRedactedWhereverTheyAre() {
    assertThat(PrintableText.redacted("<p>abc-123-xyz</p>", "abc-123-xyz")).isEqualTo("<p>***</p>");
    assertThat(PrintableText.redacted("a cat", "a")).as("too short").isEqualTo("a cat");
  }

  @Test
  void longTextIsCutAfterItsSecretsWereRedacted() {
    String text = "x".repeat(PrintableText.MAX_LENGTH - 30) + "Authorization: Bearer " + JWT;
    assertThat(PrintableText.of(text)).doesNotContain("eyJ");
    assertThat(PrintableText.of("x".repeat(PrintableText.MAX_LENGTH + 7)))
        .endsWith("x... (7 more characters)");
  }
}
