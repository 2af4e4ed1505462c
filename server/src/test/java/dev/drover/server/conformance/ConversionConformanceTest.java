package dev.drover.server.conformance;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// Several versions of a custom resource: changes of the storage version, and conversions by
/// webhooks.
@Tag("real")
@ExtendWith(Servers.Shared.class)
class ConversionConformanceTest {
  @TestFactory
  Stream<DynamicTest> conversion(Servers servers) throws IOException {
    return Scenarios.read("conversion").tests(servers);
  }
}
