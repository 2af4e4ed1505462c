package dev.drover.server.conformance;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// Webhooks of admission: for which requests they are called, what they are sent, and what becomes
/// of their answers.
@Tag("real")
@ExtendWith(Servers.Shared.class)
class WebhooksConformanceTest {
  @TestFactory
  Stream<DynamicTest> webhooks(Servers servers) throws IOException {
    return Scenarios.read("webhooks").tests(servers);
  }
}
