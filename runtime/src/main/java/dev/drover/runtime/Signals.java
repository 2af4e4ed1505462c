package dev.drover.runtime;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Handles the signals that ask a process to end, SIGINT and SIGTERM: the first one runs an action,
/// the second one ends the process with code 1.
///
/// ```java
/// try (Signals signals = Signals.handle()) {
///   server.start();
///   signals.await();                       // until a signal ends the process
/// }
/// ```
///
/// For programs without a manager: [Manager#run] and
/// [dev.drover.runtime.lasso.SharedControllerFactory#awaitStop] handle signals themselves. Of
/// several handlers the latest gets the signals until it is closed; then the one before gets them
/// again. Where the Java runtime cannot handle signals, they end the process as they do without
/// this. Any number of threads.
///
/// In Go: {@index signals.SetupSignalHandler}.
public final class Signals implements AutoCloseable {
  // A shutdown hook would not do: the JVM halts when its hooks are done, whatever the rest of the
  // program is about to close. The class for signals is not part of the Java SE API, so it is
  // looked up by name.
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
  private static final List<String> NAMES = List.of("INT", "TERM");

  private final Runnable onFirst;
  private final CountDownLatch received = new CountDownLatch(1);
  private final List<Runnable> restore = new ArrayList<>();
  private boolean isFirst = true; // guarded by this

  private Signals(Runnable onFirst) {
    this.onFirst = onFirst;
  }

  /// Handles signals until this is closed; [#await] waits for the first one.
  public static Signals handle() {
    return handle(() -> {});
  }

  /// Handles signals until this is closed.
  ///
  /// @param onFirst runs at the first signal, on a thread of the Java runtime; must not block
  public static Signals handle(Runnable onFirst) {
    Signals signals = new Signals(onFirst);
    NAMES.forEach(signals::install);
    return signals;
  }

  /// Waits for the first signal.
  public void await() throws InterruptedException {
    received.await();
  }

  /// Whether a signal has arrived.
  public boolean isReceived() {
    return received.getCount() == 0;
  }

  private void receive(String name) {
    boolean wasFirst;
    synchronized (this) {
      wasFirst = isFirst;
      isFirst = false;
    }
    if (wasFirst) {
      LOG.info("Received SIG{}, shutting down", name);
      received.countDown();
      onFirst.run();
    } else {
      LOG.warn("Received SIG{} again, exiting", name);
      Runtime.getRuntime().halt(1);
    }
  }

  private void install(String name) {
    try {
      Class<?> signalClass = Class.forName("sun.misc.Signal");
      Class<?> handlerClass = Class.forName("sun.misc.SignalHandler");
      InvocationHandler calls =
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "handle" -> {
                  receive(name);
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
              LOG.debug("signals: cannot restore the handler of SIG{}", name, e);
            }
          });
    } catch (ReflectiveOperationException e) {
      LOG.debug("signals: cannot handle SIG{}, it ends the process: {}", name, e.toString());
    }
  }

  /// Restores the handlers that were there before. Does nothing the second time.
  @Override
  public void close() {
    restore.forEach(Runnable::run);
    restore.clear();
  }
}
