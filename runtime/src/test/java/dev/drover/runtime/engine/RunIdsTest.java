package dev.drover.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunIdsTest {
  @Test
  void runIdsAreUnique() {
    Set<String> seen = new HashSet<>();
    RunIds one = new RunIds();
    RunIds other = new RunIds();
    for (int i = 0; i < 100_000; i++) {
      assertThat(seen.add(one.next())).isTrue();
      assertThat(seen.add(other.next())).isTrue();
    }
  }

  @Test
  void runIdsAreRandomUuids() {
    UUID id = UUID.fromString(new RunIds().next());
    assertThat(id.version()).isEqualTo(4);
    assertThat(id.variant()).isEqualTo(2);
  }
}
