package dev.drover.informer;

import org.junit.jupiter.api.Tag;

@Tag("real")
class CacheScopesRealTest extends CacheScopesTest {
  @Override
  TestServer start() throws Exception {
    return TestServer.real();
  }
}
