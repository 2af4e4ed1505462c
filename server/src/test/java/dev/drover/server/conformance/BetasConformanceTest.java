package dev.drover.server.conformance;

import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// What differs from version to version, on servers that serve betas.
@Tag("real")
class BetasConformanceTest {
  private static Servers servers;

  @BeforeAll
  static void start() throws InterruptedException {
    var embedded =
        EmbeddedApiServer.start(EmbeddedApiServer.Options.defaults().with(o -> o.betaApis(true)));
    servers = new Servers(ServerUnderTest.of(embedded), ServerUnderTest.realWithBetas());
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @TestFactory
  Stream<DynamicTest> devices() throws IOException {
    return Scenarios.read("beta devices").tests(servers);
  }
}
