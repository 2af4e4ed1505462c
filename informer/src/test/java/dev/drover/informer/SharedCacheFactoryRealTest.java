package dev.drover.informer;

import org.junit.jupiter.api.Tag;

@Tag("real")
class SharedCacheFactoryRealTest extends SharedCacheFactoryTest {
  @Override
  TestServer start() throws Exception {
    return TestServer.real();
  }
}
