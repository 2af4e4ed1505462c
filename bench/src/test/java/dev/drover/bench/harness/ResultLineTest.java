package dev.drover.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.bench.cache.CacheContender;
import dev.drover.bench.cache.Lines;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultLineTest {
  @Test
  void resultLineRoundTrips() {
    String line = "{\"bench\":\"sync\",\"objects\":20000,\"syncMillis\":12.5,\"inOrder\":true}";

    ResultLine result = ResultLine.parse(line);

    assertThat(result).hasToString(line);
    assertThat(result.text("bench")).isEqualTo("sync");
    assertThat(result.number("objects")).isEqualTo(20_000);
    assertThat(result.isTrue("inOrder")).isTrue();
    assertThatThrownBy(() -> result.number("missing")).hasMessageContaining("no missing in");
  }

  @Test
  void ratioIsTheMedianOfTheRatiosWithinTheRounds() {
    Lines lines =
        new Lines(
            Map.of(
                CacheContender.DEFAULT, lines(1, 20, 3),
                CacheContender.FABRIC8, lines(2, 10, 12)));

    assertThat(lines.ratio(CacheContender.DEFAULT, CacheContender.FABRIC8, "n")).isEqualTo(0.5);
    assertThat(lines.least(List.of(CacheContender.DEFAULT, CacheContender.FABRIC8), "n"))
        .contains(CacheContender.DEFAULT);
  }

  private static List<ResultLine> lines(double... values) {
    return Arrays.stream(values).mapToObj(value -> new ResultLine(Map.of("n", value))).toList();
  }
}
