package dev.drover.informer;

import dev.drover.server.EmbeddedApiServer;

class InformerEmbeddedTest extends InformerTest {
  @Override
  TestServer start() {
    return TestServer.embedded(EmbeddedApiServer.Options.defaults());
  }
}
