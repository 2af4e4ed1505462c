package dev.drover.server.status;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.drover.api.Bytes;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import dev.drover.server.http.PathRouter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/// Serves what the JVM has in place of Go's profiles, below `/debug/pprof/`.
///
/// | path | what it is |
/// |---|---|
/// | `cmdline` | the arguments of the process |
/// | `goroutine` | the stacks of all threads, virtual ones included |
/// | `heap`, `allocs` | a histogram of the classes on the heap |
/// | `profile?seconds=N` | a flight recording, for JDK Mission Control or `jfr` |
public final class DebugPages implements Endpoint {
  /// Where the pages are.
  public static final String PATH = "/debug/pprof";

  private static final int DEFAULT_SECONDS = 30;
  private static final int MOST_SECONDS = 600;
  private static final String INDEX =
      """
      /debug/pprof/

      cmdline      the arguments of the process
      goroutine    the stacks of all threads
      heap         a histogram of the classes on the heap
      profile      a flight recording (?seconds=30), to be opened with jfr or JDK Mission Control
      """;

  @Override
  public Answer serve(Call call) {
    String page = call.path().substring(PATH.length()).replaceFirst("^/", "");
    return switch (page) {
      case "" -> Answer.text(200, INDEX);
      case "cmdline" ->
          Answer.text(
              200, String.join("\0", ManagementFactory.getRuntimeMXBean().getInputArguments()));
      case "goroutine" -> Answer.text(200, threads());
      case "heap", "allocs" -> Answer.text(200, classes());
      case "profile" -> profile(call);
      default -> PathRouter.notFound();
    };
  }

  private static String threads() {
    try {
      Path folder = Files.createTempDirectory("drover-threads");
      Path file = folder.resolve("threads.txt");
      try {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        return Files.readString(file);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot dump the threads", e);
    }
  }

  private static String classes() {
    try {
      return (String)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new IllegalStateException("cannot list the classes on the heap", e);
    }
  }

  private static Answer profile(Call call) {
    int seconds;
    try {
      seconds = call.parameter("seconds").map(Integer::parseInt).orElse(DEFAULT_SECONDS);
    } catch (NumberFormatException e) {
      seconds = DEFAULT_SECONDS; // as Go's profiler has it
    }
    if (seconds > MOST_SECONDS) {
      throw ApiError.badRequest("profile duration exceeds " + MOST_SECONDS + " seconds");
    }
    try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
      recording.start();
      TimeUnit.SECONDS.sleep(Math.max(1, seconds));
      recording.stop();
      Path file = Files.createTempFile("drover-profile", ".jfr");
      try {
        recording.dump(file);
        return new Answer.Content(
            200,
            "application/octet-stream",
            Bytes.of(Files.readAllBytes(file)),
            Map.of("Content-Disposition", "attachment; filename=\"profile.jfr\""));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot record a profile", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiError.internal("the server is stopping");
    } catch (ParseException e) {
      throw new IllegalStateException("the JDK's profile configuration is broken", e);
    }
  }
}
