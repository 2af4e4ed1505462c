package dev.drover.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Short texts and times that were met before, in tables that grow.
class SmallPartsTest {
  private final SmallParts parts = new SmallParts();

  private @Nullable String find(String text) {
    byte[] bytes = (text + "\"").getBytes(StandardCharsets.UTF_8);
    return parts.find(bytes, 0, bytes.length - 1);
  }

  private void meet(String text) {
    if (find(text) == null) {
      parts.put(text, text.getBytes(StandardCharsets.UTF_8).length);
    }
  }

  @Test
  void fewTextsAreAllFoundAgainWhileTheTableGrows() {
    List<String> met = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String text = "label-" + i;
      meet(text);
      met.add(text);
      assertThat(met).allSatisfy(each -> assertThat(find(each)).isSameAs(each));
    }
  }

  @Test
  void manyTextsAreNeverMistakenForOneAnother() {
    Random random = new Random(1);
    int found = 0;
    for (int i = 0; i < 200_000; i++) {
      String text = "x".repeat(random.nextInt(20)) + random.nextInt(5_000);
      String known = find(text);
      if (known == null) {
        parts.put(text, text.length());
      } else {
        assertThat(known).isEqualTo(text);
        found++;
      }
    }
    assertThat(found).as("the table is of use").isGreaterThan(2_000);
  }

  @Test
  void textsThatEndInZeroOrHaveOtherLettersAreNotMistaken() {
    for (String text : List.of("", "\0", "a", "a\0", "ä", "aä", "\0a")) {
      assertThat(find(text)).isNull();
      parts.put(text, text.getBytes(StandardCharsets.UTF_8).length);
    }
    for (String text : List.of("", "\0", "a", "a\0", "ä", "aä", "\0a")) {
      String known = find(text);
      if (known != null) {
        assertThat(known).isEqualTo(text);
      }
    }
  }

  @Test
  void timesAreFoundByTheirTextAndByThemselvesWhileTheTablesGrow() {
    Instant first = Instant.parse("2026-01-01T00:00:00Z");
    for (int i = 0; i < 5_000; i++) {
      Instant time = first.plusSeconds(i % 700);
      byte[] text = time.toString().getBytes(StandardCharsets.US_ASCII);
      Instant known = parts.findTime(text, 0);
      if (known == null) {
        parts.putTime(time);
      } else {
        assertThat(known).isEqualTo(time);
      }
      assertThat(parts.findTime(text, 0)).isEqualTo(time);
      assertThat(parts.time(time)).isEqualTo(time);
      assertThat(parts.time(first.plusSeconds(i % 700))).isSameAs(parts.time(time));
    }
  }
}
