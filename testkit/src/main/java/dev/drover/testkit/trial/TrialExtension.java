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

/// The JUnit extension of [ControllerTrial]: calls the method once for each plan.
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
    Method method = call.getExecutable();
    method.setAccessible(true);
    ControllerTrial how = method.getAnnotation(ControllerTrial.class);
    String name = test.getRequiredTestClass().getSimpleName() + "." + method.getName();
    Path target = Path.of("target");
    TrialOptions options =
        TrialOptions.defaults()
            .with(
                o -> {
                  o.budget(Duration.ofSeconds(how.budgetSeconds()))
                      .plans(how.plans())
                      .pairs(how.pairs())
                      .seed(how.seed())
                      .progress(line -> test.publishReportEntry("trial", line));
                  if (Files.isDirectory(target)) {
                    o.reports(target.resolve("trials"));
                  }
                });
    Object instance = test.getRequiredTestInstance();
    new Explorer(
            server(test),
            name,
            options,
            trial -> invoke(method, instance, call.getArguments(), trial))
        .explore();
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
    ExtensionContext owner = test.getParent().orElse(test);
    return owner
        .getStore(STORE)
        .computeIfAbsent("server", _ -> TrialServer.start(), TrialServer.class);
  }
}
