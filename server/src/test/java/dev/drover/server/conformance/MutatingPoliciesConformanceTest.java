package dev.drover.server.conformance;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// Mutating admission policies: how they are compiled, and what they change.
@Tag("real")
@ExtendWith(Servers.Shared.class)
class MutatingPoliciesConformanceTest {
  @TestFactory
  Stream<DynamicTest> policies(Servers servers) throws IOException {
    return Scenarios.read("mutating policies").judgedLate().tests(servers);
  }
}
