package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RuntimeConfigTest {
  @Test
  void lastSwitchOfTheBetaVersionsCounts() {
    assertThat(RuntimeConfig.servesBetas(List.of())).isFalse();
    assertThat(RuntimeConfig.servesBetas(List.of("api/beta=true"))).isTrue();
    assertThat(RuntimeConfig.servesBetas(List.of("apps/v1=true", "api/all"))).isTrue();
    assertThat(RuntimeConfig.servesBetas(List.of("api/all=true", "api/beta=false"))).isFalse();
  }

  @Test
  void entryWithoutEffectIsRefused() {
    assertThat(RuntimeConfig.requireBetas(List.of("api/beta=true"))).isTrue();
    assertThatThrownBy(() -> RuntimeConfig.requireBetas(List.of("apps/v1=true")))
        .hasMessageContaining("not apps/v1=true");
  }
}
