package dev.drover.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SmallPartsTest {
  private final SmallParts parts = new SmallParts();

  private String read(byte[] buf, int from, int to) {
    String known = parts.find(buf, from, to);
    if (known != null) {
      return known;
    }
    String text = new String(buf, from, to - from, StandardCharsets.UTF_8);
    parts.put(text, to - from);
    return text;
  }

  @Test
  void equalTextsAreOneInstanceInAllFields() {
    byte[] buf = "..Always,Always".getBytes(StandardCharsets.UTF_8);
    assertThat(read(buf, 9, 15)).isEqualTo("Always").isSameAs(read(buf, 2, 8));
  }

  @Test
  void everyTextReadsAsItsBytesAlsoAfterOtherTexts() {
    Random random = new Random(7);
    for (int round = 0; round < 200_000; round++) {
      byte[] buf = new byte[random.nextInt(1, 40)];
      for (int i = 0; i < buf.length; i++) {
        buf[i] = (byte) (random.nextInt(4) == 0 ? 0 : 'a' + random.nextInt(2));
      }
      int from = random.nextInt(buf.length);
      int to = from + random.nextInt(Math.min(SmallParts.MAX_TEXT, buf.length - from) + 1);
      assertThat(read(buf, from, to))
          .isEqualTo(new String(buf, from, to - from, StandardCharsets.UTF_8));
    }
  }

  @Test
  void textThatIsNotAsciiIsNotKept() {
    byte[] buf = "größe".getBytes(StandardCharsets.UTF_8);
    assertThat(read(buf, 0, buf.length)).isEqualTo("größe");
    assertThat(parts.find(buf, 0, buf.length)).isNull();
  }

  @Test
  void equalTimesAreOne() {
    Instant first = Instant.parse("2026-01-31T12:00:00Z");
    assertThat(parts.time(first)).isSameAs(first);
    assertThat(parts.time(Instant.parse("2026-01-31T12:00:00Z"))).isSameAs(first);
    assertThat(parts.time(Instant.parse("2026-01-31T12:00:00.000001Z"))).isNotEqualTo(first);
  }

  @Test
  void timeIsKnownByItsText() {
    byte[] text = "[2026-01-31T12:00:00Z]".getBytes(StandardCharsets.US_ASCII);
    Instant time = Instant.parse("2026-01-31T12:00:00Z");
    assertThat(parts.findTime(text, 1)).isNull();
    parts.putTime(time);
    assertThat(parts.findTime(text, 1)).isSameAs(time);
    for (int i = 1; i < text.length - 1; i++) {
      text[i]++;
      assertThat(parts.findTime(text, 1)).as("byte " + i).isNull();
      text[i]--;
    }
  }
}
