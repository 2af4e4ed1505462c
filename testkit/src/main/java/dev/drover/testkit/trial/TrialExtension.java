package dev.drover.testkit.trial;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/// The JUnit extension of [ControllerTrial] and [UnderTrial]: calls the method once for each plan.
final class TrialExtension implements ParameterResolver, InvocationInterceptor {
  private static final ExtensionContext.Namespace STORE =
      ExtensionContext.Namespace.create(TrialExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == Trial.class;
  }

  /// A place for the trials, of which each call gets its own.
  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return null;
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext test) {
    invocation.skip();
    String name =
        test.getRequiredTestClass().getSimpleName() + "." + call.getExecutable().getName();
    explore(name, call, test);
  }

  /// One invocation of a test with parameters.
  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext test) {
    invocation.skip();
    String method =
        test.getRequiredTestClass().getSimpleName() + "." + call.getExecutable().getName();
    explore(method + " " + test.getDisplayName(), call, test);
  }

  private static void explore(
      String name, ReflectiveInvocationContext<Method> call, ExtensionContext test) {
    Method method = call.getExecutable();
    method.setAccessible(true);
    Path target = Path.of("target");
    TrialOutput output = new TrialOutput(System.out, System.nanoTime());
    TrialOptions options =
        options(method)
            .with(
                o -> {
                  o.progress(line -> output.progress(line, System.nanoTime()));
                  if (Files.isDirectory(target)) {
                    o.reports(target.resolve("trials"));
                  }
                });
    Object instance = test.getRequiredTestInstance();
    TrialSummary summary =
        new Explorer(
                server(test),
                name,
                options,
                trial -> invoke(method, instance, call.getArguments(), trial))
            .explore();
    output.survived(name, summary);
    test.publishReportEntry("trial", summary.toString());
  }

  private static TrialOptions options(Method method) {
    ControllerTrial test = method.getAnnotation(ControllerTrial.class);
    UnderTrial how = method.getAnnotation(UnderTrial.class);
    if (test != null) {
      return options(test.budgetSeconds(), test.plans(), test.pairs(), test.seed());
    }
    return how == null
        ? TrialOptions.defaults()
        : options(how.budgetSeconds(), how.plans(), how.pairs(), how.seed());
  }

  private static TrialOptions options(int budgetSeconds, int plans, int pairs, long seed) {
    return TrialOptions.defaults()
        .with(
            o -> o.budget(Duration.ofSeconds(budgetSeconds)).plans(plans).pairs(pairs).seed(seed));
  }

  private static void invoke(Method method, Object instance, List<?> arguments, Trial trial)
      throws Exception {
    @Nullable Object[] all = arguments.toArray();
    for (int i = 0; i < all.length; i++) {
      if (method.getParameterTypes()[i] == Trial.class) {
        all[i] = trial;
      }
    }
    try {
      method.invoke(instance, all);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case null, default -> throw e;
      }
    }
  }

  /// One for the class; JUnit closes it when the class has finished.
  private static TrialServer server(ExtensionContext test) {
    ExtensionContext owner = test;
    while (owner.getTestMethod().isPresent() && owner.getParent().isPresent()) {
      owner = owner.getParent().get();
    }
    return owner
        .getStore(STORE)
        .computeIfAbsent("server", _ -> TrialServer.start(), TrialServer.class);
  }
}
