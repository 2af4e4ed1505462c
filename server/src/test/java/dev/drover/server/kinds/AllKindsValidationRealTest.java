package dev.drover.server.kinds;

import org.junit.jupiter.api.Tag;

/// The same of every single step.
@Tag("soak")
class AllKindsValidationRealTest extends KindValidationRealTest {
  @Override
  int most() {
    return Integer.MAX_VALUE;
  }
}
