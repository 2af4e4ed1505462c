package dev.drover.server.builtin;

import org.junit.jupiter.api.Tag;

/// The same of every single step.
@Tag("soak")
class AllRulesRealTest extends RulesRealTest {
  @Override
  int most() {
    return Integer.MAX_VALUE;
  }
}
