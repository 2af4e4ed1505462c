package dev.drover.informer;

import dev.drover.server.EmbeddedApiServer;

class InformerEmbeddedTest extends InformerSuite {
  @Override
  TestServer start() {
    return TestServer.embedded(EmbeddedApiServer.Options.defaults());
  }
}
