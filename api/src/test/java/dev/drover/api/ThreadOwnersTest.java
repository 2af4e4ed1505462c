package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Threads of components belong to a [Lifecycle][dev.drover.api.lifecycle.Lifecycle]; the classes
/// that start threads in another way are listed here, each with its reason. All threads are named
/// `drover/<component>/<role>`.
class ThreadOwnersTest {
  private static final Pattern START =
      Pattern.compile(
          "(?m)^(?!\\s*///).*(new Thread\\(|Thread\\s*\\.of(Virtual|Platform)\\(|startVirtualThread"
              + "|Executors\\.new|new Scheduled\\w*Executor|new Timer\\(|new ForkJoinPool"
              + "|StructuredTaskScope|\\bparallelStream\\()");
  private static final Pattern NAME = Pattern.compile("\"drover/|Lifecycle\\s*\\.threadName\\(");

  /// Modules whose threads no user sees.
  private static final Set<String> TOOLS = Set.of("bench", "testsupport", "interop");

  private static final String ENDS_WITH_CALL = "lives within one call, which joins or cancels it";
  private static final String ENDS_WITH_SOCKET = "reads a socket, and ends when it is closed";
  private static final String RETURNS_AT_ONCE = "does one thing and ends";
  private static final String FILE_IO = "an interrupt would close its file; ended by a flag";

  private static final Map<String, String> OWN_THREADS =
      Map.ofEntries(
          Map.entry("Lifecycle", "the owner itself"),
          Map.entry("StopSignal", "a shutdown hook, which the JVM starts"),
          Map.entry("EnterKey", "reads the terminal, which cannot be interrupted"),
          Map.entry("Discovery", ENDS_WITH_CALL),
          Map.entry("Drain", ENDS_WITH_CALL),
          Map.entry("ExecProgram", ENDS_WITH_CALL),
          Map.entry("PreconnectedConnection", RETURNS_AT_ONCE),
          Map.entry("ServerCheck", RETURNS_AT_ONCE),
          Map.entry("SharedConnections", RETURNS_AT_ONCE),
          Map.entry("Http2Connection", ENDS_WITH_SOCKET),
          Map.entry("SystemTime", "the alarms of the process, on one daemon thread"),
          Map.entry("ConnectionWatchdog", "ends by itself once no deadline is left"),
          Map.entry("CommandRun", ENDS_WITH_CALL),
          Map.entry("PodFiles", ENDS_WITH_CALL),
          Map.entry("PodLogs", "one for each container; ended by close, which a reader may call"),
          Map.entry("PodSession", ENDS_WITH_SOCKET),
          Map.entry("PodSocket", ENDS_WITH_SOCKET),
          Map.entry("PortForward", ENDS_WITH_SOCKET),
          Map.entry("WebSocket", ENDS_WITH_SOCKET),
          Map.entry("QueueController", ENDS_WITH_CALL),
          Map.entry("ResyncTimer", "ends within the run of its reflector, which interrupts it"),
          Map.entry("SourceStart", "user code that may never end, joined up to a limit"),
          Map.entry("WorkerPool", "grows and shrinks while it runs; a worker may close it"),
          Map.entry("Components", "stops everything, so nothing can stop it"),
          Map.entry("StartLimit", ENDS_WITH_CALL),
          Map.entry("HostedProgram", "a user's program, which ends with its manager"),
          Map.entry("InformerSource", RETURNS_AT_ONCE),
          Map.entry("HookClient", "one platform thread that ends calls at their deadlines"),
          Map.entry("ValidatingWebhooks", ENDS_WITH_CALL),
          Map.entry("HttpListener", "connections end when their sockets are closed"),
          Map.entry("PlatformThreads", "of the pools of Jetty; joined when the server closes"),
          Map.entry("GroupCommit", FILE_IO),
          Map.entry("DiskJournal", FILE_IO));

  /// The sources that start threads, by the name of the class.
  private static Map<String, String> starters() throws IOException {
    Map<String, String> starters = new TreeMap<>();
    try (Stream<Path> modules = Files.walk(Glossary.root(), 2)) {
      for (Path module : modules.filter(ThreadOwnersTest::isModule).toList()) {
        try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
          for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
            String source = Files.readString(file);
            if (START.matcher(source).find()) {
              String name = file.getFileName().toString().replace(".java", "");
              starters.merge(name, source, String::concat);
            }
          }
        }
      }
    }
    assertThat(starters).hasSizeGreaterThan(10);
    return starters;
  }

  private static boolean isModule(Path folder) {
    return Files.isDirectory(folder.resolve("src/main/java"))
        && !TOOLS.contains(folder.getFileName().toString());
  }

  @Test
  void classesThatStartThreadsWithoutALifecycleAreListed() throws IOException {
    Set<String> unlisted = new TreeSet<>(starters().keySet());
    unlisted.removeAll(OWN_THREADS.keySet());
    assertThat(unlisted).as("use Lifecycle, or list the class with its reason").isEmpty();
    Set<String> gone = new TreeSet<>(OWN_THREADS.keySet());
    gone.removeAll(starters().keySet());
    assertThat(gone).as("classes that start no thread any more").isEmpty();
  }

  @Test
  void threadsAreNamedByComponentAndRole() throws IOException {
    Set<String> unnamed =
        starters().entrySet().stream()
            .filter(starter -> !NAME.matcher(starter.getValue()).find())
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(unnamed).isEmpty();
  }
}
