package dev.drover.runtime;

import static dev.drover.api.Labels.*;
import static dev.drover.client.ListOption.*;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Selectors and list options can be imported side by side: their names do not clash.
class StaticImportsTest {
  @Test
  void labelsAndListOptionsAreImportedTogether() {
    assertThat(matching(labelIs("app", "web"))).isEqualTo(label("app", "web"));
  }
}
