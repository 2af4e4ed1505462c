package dev.drover.testkit;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.runtime.Manager;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// The JUnit extension of [KubernetesTest]: one server for a class and its nested classes, one
/// [TestCluster] for each test.
final class KubernetesExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace STORE = Namespace.create(KubernetesExtension.class);

  private final AtomicInteger tests = new AtomicInteger();

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    Class<?> type = parameter.getParameter().getType();
    return type == TestCluster.class
        || type == Client.class
        || type == ClientConfig.class
        || type == Manager.class
        || type == SharedControllerFactory.class;
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
    if (type == SharedControllerFactory.class) {
      return cluster.factory();
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
            _ ->
                new TestCluster(server(test), conversions(test), "test-" + tests.incrementAndGet()),
            TestCluster.class);
  }

  /// A test does not use the cluster of its class, say from `@BeforeAll`.
  private static String key(ExtensionContext test) {
    return "cluster of " + test.getUniqueId();
  }

  /// JUnit closes it when the class has finished.
  private static TestServer server(ExtensionContext test) {
    ExtensionContext owner = owner(test);
    return owner
        .getStore(STORE)
        .computeIfAbsent("server", _ -> start(owner.getRequiredTestClass()), TestServer.class);
  }

  /// JUnit closes them before the server.
  private static TestConversions conversions(ExtensionContext test) {
    return owner(test)
        .getStore(STORE)
        .computeIfAbsent("conversions", _ -> new TestConversions(), TestConversions.class);
  }

  /// The outermost class with the annotation: its nested classes, and repeated tests, share a
  /// server.
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
      return how == null
          ? TestServer.start(List.of(), false)
          : TestServer.start(List.of(how.controllers()), how.simulate());
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
