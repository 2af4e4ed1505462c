package dev.drover.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VersionOrderTest {
  @Test
  void stableVersionsComeFirstAndHigherNumbersBeforeLower() {
    List<String> expected =
        List.of(
            "v10",
            "v2",
            "v1",
            "v11beta2",
            "v10beta3",
            "v3beta1",
            "v12alpha1",
            "v11alpha2",
            "foo1",
            "foo10",
            "v0",
            "v01");
    List<String> versions = new ArrayList<>(expected);
    Collections.shuffle(versions, new Random(1));
    versions.sort(VersionOrder.BEST_FIRST);
    assertThat(versions).isEqualTo(expected);
  }
}
