package dev.drover.runtime;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The signals that ask a process to end: the first is passed on, the second ends it with code 1.
///
/// A shutdown hook would not do: the JVM halts when its hooks are done, whatever the rest of the
/// program is about to close. The class for signals is not part of the Java SE API, so it is looked
/// up by name; where there is none, signals end the JVM as they do without this.
final class Signals implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
  private static final List<String> NAMES = List.of("INT", "TERM");

  private final List<Runnable> restore = new ArrayList<>();

  private Signals() {}

  static Signals handle(Runnable onFirst) {
    Signals signals = new Signals();
    AtomicBoolean first = new AtomicBoolean(true);
    for (String name : NAMES) {
      signals.install(
          name,
          () -> {
            if (first.getAndSet(false)) {
              LOG.info("Received SIG{}, shutting down", name);
              onFirst.run();
            } else {
              LOG.warn("Received SIG{} again, exiting", name);
              Runtime.getRuntime().halt(1);
            }
          });
    }
    return signals;
  }

  private void install(String name, Runnable handler) {
    try {
      Class<?> signalClass = Class.forName("sun.misc.Signal");
      Class<?> handlerClass = Class.forName("sun.misc.SignalHandler");
      InvocationHandler calls =
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "handle" -> {
                  handler.run();
                  yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "signal handler";
              };
      Object proxy =
          Proxy.newProxyInstance(
              handlerClass.getClassLoader(), new Class<?>[] {handlerClass}, calls);
      Object signal = signalClass.getConstructor(String.class).newInstance(name);
      var handle = signalClass.getMethod("handle", signalClass, handlerClass);
      Object before = handle.invoke(null, signal, proxy);
      restore.add(
          () -> {
            try {
              handle.invoke(null, signal, before);
            } catch (ReflectiveOperationException e) {
              LOG.debug("cannot give SIG{} back", name, e);
            }
          });
    } catch (ReflectiveOperationException e) {
      LOG.debug("cannot handle SIG{}: {}", name, e.toString());
    }
  }

  @Override
  public void close() {
    restore.forEach(Runnable::run);
  }
}
