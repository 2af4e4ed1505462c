package dev.drover.informer;

import org.junit.jupiter.api.Tag;

@Tag("real")
class InformerRealTest extends InformerTest {
  @Override
  TestServer start() throws Exception {
    return TestServer.real();
  }
}
