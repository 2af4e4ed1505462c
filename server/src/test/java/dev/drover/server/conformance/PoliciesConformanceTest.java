package dev.drover.server.conformance;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// Validating admission policies: how they are compiled, which requests they judge, and how.
///
/// A real server learns of policies, bindings and params by watches of their own, each a moment
/// later.
@Tag("real")
@ExtendWith(Servers.Shared.class)
class PoliciesConformanceTest {
  @TestFactory
  Stream<DynamicTest> policies(Servers servers) throws IOException {
    return Scenarios.read("policies").judgedLate().tests(servers);
  }
}
