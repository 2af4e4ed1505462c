package dev.drover.testkit;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.runtime.Manager;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// What [KubernetesTest] does: one server for a class and those nested in it, one [TestCluster] for
/// each test.
final class KubernetesExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace STORE = Namespace.create(KubernetesExtension.class);

  private final AtomicInteger tests = new AtomicInteger();

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    Class<?> type = parameter.getParameter().getType();
    return type == TestCluster.class
        || type == Client.class
        || type == ClientConfig.class
        || type == Manager.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    TestCluster cluster = cluster(test);
    Class<?> type = parameter.getParameter().getType();
    if (type == Client.class) {
      return cluster.client();
    }
    if (type == ClientConfig.class) {
      return cluster.config();
    }
    return type == Manager.class ? cluster.manager(kebab(test)) : cluster;
  }

  /// `IcecreamTest` is `icecream-test`.
  private static String kebab(ExtensionContext test) {
    return test.getRequiredTestClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  private TestCluster cluster(ExtensionContext test) {
    return test.getStore(STORE)
        .computeIfAbsent(
            key(test),
            _ -> new TestCluster(server(test), "test-" + tests.incrementAndGet()),
            TestCluster.class);
  }

  /// A test must not find the cluster that its class has, say from `@BeforeAll`.
  private static String key(ExtensionContext test) {
    return "cluster of " + test.getUniqueId();
  }

  /// Closed by JUnit when the class is done.
  private static TestServer server(ExtensionContext test) {
    ExtensionContext owner = owner(test);
    return owner
        .getStore(STORE)
        .computeIfAbsent("server", _ -> start(owner.getRequiredTestClass()), TestServer.class);
  }

  /// The outermost class that wants a server: those nested in it, and tests that run more than
  /// once, use the same.
  private static ExtensionContext owner(ExtensionContext test) {
    ExtensionContext owner = test;
    for (Optional<ExtensionContext> next = Optional.of(test);
        next.flatMap(ExtensionContext::getTestClass).isPresent();
        next = next.get().getParent()) {
      if (next.get().getRequiredTestClass().isAnnotationPresent(KubernetesTest.class)) {
        owner = next.get();
      }
    }
    return owner;
  }

  private static TestServer start(Class<?> testClass) {
    KubernetesTest how = testClass.getAnnotation(KubernetesTest.class);
    try {
      return TestServer.start(how == null ? List.of() : List.of(how.controllers()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the server of a test started", e);
    }
  }

  @Override
  public void afterEach(ExtensionContext test) {
    TestCluster cluster = test.getStore(STORE).remove(key(test), TestCluster.class);
    if (cluster != null) {
      cluster.close();
    }
  }
}
