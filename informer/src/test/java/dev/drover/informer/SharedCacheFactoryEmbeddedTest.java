package dev.drover.informer;

import dev.drover.server.EmbeddedApiServer;

class SharedCacheFactoryEmbeddedTest extends SharedCacheFactoryTest {
  @Override
  TestServer start() {
    return TestServer.embedded(EmbeddedApiServer.Options.defaults());
  }
}
