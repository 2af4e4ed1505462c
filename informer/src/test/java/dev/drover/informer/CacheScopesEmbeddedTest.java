package dev.drover.informer;

import dev.drover.server.EmbeddedApiServer;

class CacheScopesEmbeddedTest extends CacheScopesTest {
  @Override
  TestServer start() {
    return TestServer.embedded(EmbeddedApiServer.Options.defaults());
  }
}
