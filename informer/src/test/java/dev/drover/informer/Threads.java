package dev.drover.informer;

import java.util.List;
import java.util.stream.Stream;

/// Which threads there are, virtual ones included.
final class Threads {
  private Threads() {}

  /// The names of the threads that begin so.
  ///
  /// Only the JDK itself knows its virtual threads; the test JVM opens that package. A thread dump
  /// would tell too, but walks the stacks of running virtual threads, which crashed the JVM (JDK
  /// 25.0.3, `stackChunkOopDesc::sender`).
  static List<String> named(String prefix) throws ReflectiveOperationException {
    Class<?> containers = Class.forName("jdk.internal.vm.ThreadContainers");
    Object root = invoke(containers, "root", null);
    Stream<?> virtual =
        (Stream<?>) invoke(Class.forName("jdk.internal.vm.ThreadContainer"), "threads", root);
    return Stream.concat(virtual, Thread.getAllStackTraces().keySet().stream())
        .map(thread -> ((Thread) thread).getName())
        .filter(name -> name.startsWith(prefix))
        .distinct()
        .toList();
  }

  private static Object invoke(Class<?> type, String method, Object on)
      throws ReflectiveOperationException {
    var found = type.getDeclaredMethod(method);
    found.setAccessible(true);
    return found.invoke(on);
  }
}
