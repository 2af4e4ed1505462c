package dev.drover.server.conformance;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// Rules of custom resources: how they are compiled, what they refuse, and how.
@Tag("real")
@ExtendWith(Servers.Shared.class)
class RulesConformanceTest {
  @TestFactory
  Stream<DynamicTest> rules(Servers servers) throws IOException {
    return Scenarios.read("rules").tests(servers);
  }
}
