import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testkit.TestCluster;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// An example that runs as `./drover run` runs it: its `main`, with arguments that name the
/// cluster. Closing it does what Ctrl-C does.
final class RunningExample implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(30);

  /// The `main` of an example.
  interface Program {
    void main(String[] args) throws Exception;
  }

  private static final PrintStream TERMINAL = System.out;

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<Exception> failures = new ArrayList<>(); // read when the thread has ended
  private final Thread thread;

  private RunningExample(Program program, String... args) {
    System.setOut(new PrintStream(new Lines(lines), true, StandardCharsets.UTF_8));
    thread = Thread.ofPlatform().name("example").start(() -> run(program, args));
  }

  static RunningExample start(TestCluster cluster, Program program) {
    return new RunningExample(
        program, "--kubeconfig=" + cluster.kubeconfig(), "--namespace=" + cluster.namespace());
  }

  private void run(Program program, String... args) {
    try {
      program.main(args);
    } catch (InterruptedException e) {
      return; // closed
    } catch (Exception e) {
      failures.add(e);
    }
  }

  /// Waits until it prints this line.
  void awaitLine(String wanted) throws InterruptedException {
    List<String> seen = new ArrayList<>();
    while (!seen.contains(wanted)) {
      String line = lines.poll(SOON.toMillis(), TimeUnit.MILLISECONDS);
      assertThat(line).as("wanted '%s', got %s %s", wanted, seen, failures).isNotNull();
      seen.add(line);
    }
  }

  /// Waits until it ends by itself, and fails as it did.
  void awaitEnd() throws InterruptedException {
    assertThat(thread.join(SOON)).as("the example ends").isTrue();
    assertThat(failures).isEmpty();
  }

  /// Ends it; once is enough.
  void stop() {
    thread.interrupt();
    System.setOut(TERMINAL);
    try {
      awaitEnd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop();
  }

  /// Cuts what is printed into lines.
  private static final class Lines extends OutputStream {
    private final BlockingQueue<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Lines(BlockingQueue<String> lines) {
      this.lines = lines;
    }

    @Override
    public synchronized void write(int one) {
      if (one == '\n') {
        lines.add(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else {
        line.write(one);
      }
    }
  }
}
