package dev.drover.informer;

import org.junit.jupiter.api.Tag;

@Tag("real")
class ReflectorRealTest extends ReflectorSuite {
  @Override
  TestServer start() throws Exception {
    return TestServer.real();
  }
}
