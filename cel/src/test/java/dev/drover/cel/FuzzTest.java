package dev.drover.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Whatever is written, compiling and evaluating end soon, with a result or a [CelException].
class FuzzTest {
  private static final long SEED = 20_26;
  private static final Duration TIME = Duration.ofSeconds(3);
  private static final List<String> WORDS =
      List.of(
          "self",
          ".spec",
          ".name",
          ".tags",
          ".?labels",
          "[0]",
          "[?'a']",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          "1",
          "-1",
          "2u",
          "1.5",
          "'a'",
          "b'a'",
          "null",
          "true",
          " + ",
          " - ",
          " * ",
          " / ",
          " % ",
          " && ",
          " || ",
          " == ",
          " < ",
          " in ",
          " ? ",
          " : ",
          ", ",
          "!",
          ".map(x, x)",
          ".all(x, x == x)",
          ".exists(k, v, true)",
          ".size()",
          "dyn(",
          "string(",
          "int(",
          "optional.of(",
          ".optMap(o, o)",
          ".matches('a+')",
          ".format([1])",
          "duration('1h')",
          "timestamp(0)",
          ".sortBy(x, x)",
          "lists.range(",
          "x",
          "has(",
          "\\",
          "\"",
          "é",
          "😀");

  @Test
  @SuppressWarnings("unchecked") // groups are objects
  @Tag("slow")
  void anyTextCompilesOrIsRefusedInBoundedTime() {
    Map<String, Object> group =
        (Map<String, Object>)
            Objects.requireNonNull(((List<?>) Facts.read("cases.json")).getFirst());
    Object value = Objects.requireNonNull(group.get("value"));
    CelEnvironment environment =
        CelEnvironment.of()
            .with(
                "self",
                CelSchema.of((Map<String, Object>) group.get("schema"), true).orElseThrow());
    List<String> known =
        ((List<?>) Objects.requireNonNull(group.get("expressions")))
            .stream().map(String::valueOf).filter(text -> text.length() < 2_000).toList();
    Random random = new Random(SEED);
    long end = System.nanoTime() + TIME.toNanos();
    int compiled = 0;
    while (System.nanoTime() < end) {
      compiled += run(environment, text(random, known), value) ? 1 : 0;
    }
    assertThat(compiled).isPositive();
  }

  private static String text(Random random, List<String> known) {
    if (random.nextInt(3) == 0) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        text.append(WORDS.get(random.nextInt(WORDS.size())));
      }
      return text.toString();
    }
    List<String> points =
        new ArrayList<>(
            known
                .get(random.nextInt(known.size()))
                .codePoints()
                .mapToObj(Character::toString)
                .toList());
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(points.size() + 1);
      switch (random.nextInt(3)) {
        case 0 -> points.add(at, WORDS.get(random.nextInt(WORDS.size())));
        case 1 -> points.subList(Math.max(0, at - 2), at).clear();
        default -> points.addAll(at, List.copyOf(points.subList(0, at / 2)));
      }
    }
    return String.join("", points);
  }

  private static boolean run(CelEnvironment environment, String text, Object value) {
    long start = System.nanoTime();
    try {
      environment.compile(text).evaluate(Map.of("self", value), CelProgram.COST_PER_CALL);
      return true;
    } catch (CelException e) {
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      fail("expression " + text + " failed", e);
      return false;
    } finally {
      long took = System.nanoTime() - start;
      assertThat(took).as(text).isLessThan(Duration.ofSeconds(20).toNanos());
    }
  }
}
