package dev.drover.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DerTest {
  @Test
  void oidComponentsAreEncodedInBase128() {
    assertThat(hex(Der.oid(1, 2, 840, 10045, 4, 3, 2))).isEqualTo("06082a8648ce3d040302");
  }

  @Test
  void lengthFrom128OnUsesTheLongForm() {
    assertThat(head(Der.octets(new byte[127]))).isEqualTo("047f0000");
    assertThat(head(Der.octets(new byte[128]))).isEqualTo("04818000");
    assertThat(head(Der.octets(new byte[256]))).isEqualTo("04820100");
    assertThat(head(Der.octets(new byte[0x8000]))).isEqualTo("04828000");
  }

  @Test
  void positiveIntegerKeepsItsSignByte() {
    assertThat(hex(Der.integer(BigInteger.valueOf(128)))).isEqualTo("02020080");
  }

  @Test
  void timeIsInUtc() {
    assertThat(hex(Der.time(Instant.parse("2026-01-02T03:04:05Z"))))
        .isEqualTo(
            "170d" + hex("260102030405Z".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
  }

  private static String head(byte[] element) {
    return hex(Arrays.copyOf(element, 4));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
