package dev.drover.testsupport;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The threads of this JVM, virtual ones included.
///
/// ```java
/// assertThat(LiveThreads.named("drover/pods")).isEmpty();
/// ```
///
/// The test JVM must open the package that knows virtual threads: `--add-opens
/// java.base/jdk.internal.vm=ALL-UNNAMED`. A thread dump would list them too, but it walks the
/// stacks of running virtual threads, which crashed the JVM (JDK 25.0.3,
/// `stackChunkOopDesc::sender`).
public final class LiveThreads {
  private LiveThreads() {}

  /// All threads.
  public static List<Thread> all() throws ReflectiveOperationException {
    Class<?> containers = Class.forName("jdk.internal.vm.ThreadContainers");
    Object root = invoke(containers, "root", null);
    Stream<?> virtual =
        (Stream<?>) invoke(Class.forName("jdk.internal.vm.ThreadContainer"), "threads", root);
    return Stream.concat(
            virtual.map(Thread.class::cast), Thread.getAllStackTraces().keySet().stream())
        .distinct()
        .toList();
  }

  /// The names of the threads that begin with this.
  public static List<String> named(String prefix) throws ReflectiveOperationException {
    return all().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .distinct()
        .toList();
  }

  private static Object invoke(Class<?> type, String method, @Nullable Object on)
      throws ReflectiveOperationException {
    var found = type.getDeclaredMethod(method);
    found.setAccessible(true);
    return found.invoke(on);
  }
}
