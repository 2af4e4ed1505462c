package dev.drover.server.conformance;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// The two servers of this run, started once for all classes.
///
/// With `-Dconformance=self` a second real server takes the place of the embedded one: whatever
/// differs then is a mistake of the suite.
record Servers(ServerUnderTest embedded, ServerUnderTest real) implements AutoCloseable {
  static Servers start() throws InterruptedException {
    ServerUnderTest real = ServerUnderTest.real();
    boolean self = System.getProperty("conformance", "").equals("self");
    return new Servers(self ? ServerUnderTest.real() : ServerUnderTest.embedded(), real);
  }

  @Override
  public void close() {
    try (embedded) {
      real.close();
    }
  }

  /// Gives test methods the servers.
  static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Servers.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(Servers.class))
          .computeIfAbsent(Servers.class, key -> started(), Servers.class);
    }

    private static Servers started() {
      try {
        return start();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the servers start", e);
      }
    }
  }
}
