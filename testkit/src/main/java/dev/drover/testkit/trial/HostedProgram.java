package dev.drover.testkit.trial;

import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerHost;
import dev.drover.runtime.ManagerOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A program with a `main` as the life of a process: the manager that it connects is made by the
/// trial, and started when the program runs it.
///
/// @param args of the program; name the cluster of the trial
/// @param limit how long it may take until it runs a manager
record HostedProgram(Trial.Program program, List<String> args, Duration limit)
    implements ControllerProcess.Life {
  /// A program that does something else, such as to run shared controllers, would never come back.
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /// The program cannot be tried.
  static final class Unfit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message);
    }
  }

  HostedProgram(Trial.Program program, List<String> args) {
    this(program, args, LIMIT);
  }

  @Override
  public void begin(ControllerProcess.Managers managers) throws Exception {
    CompletableFuture<Manager> ready = new CompletableFuture<>();
    CountDownLatch started = new CountDownLatch(1);
    ManagerHost host =
        new ManagerHost() {
          @Override
          public Manager connect(String name, ManagerOptions options) {
            return managers.connect(options, _ -> {});
          }

          @Override
          public void awaitStart(Manager manager) throws InterruptedException {
            var _ = ready.complete(manager);
            started.await();
          }
        };
    Thread thread = Thread.ofVirtual().name("drover/trial/program").start(() -> run(host, ready));
    try {
      ready.get(limit.toMillis(), TimeUnit.MILLISECONDS).start();
      started.countDown();
    } catch (TimeoutException e) {
      thread.interrupt();
      throw new Unfit(
          "the program runs no manager within %d seconds: it must call Manager.connect and run on the thread of its main; handlers of a SharedControllerFactory are tried by Trial.factory in a test"
              .formatted(limit.toSeconds()));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } catch (Exception e) {
      thread.interrupt();
      throw e;
    }
  }

  private void run(ManagerHost host, CompletableFuture<Manager> ready) {
    try {
      ManagerHost.run(host, () -> program.main(args.toArray(String[]::new)));
      var _ =
          ready.completeExceptionally(
              new Unfit(
                  "the program has ended and ran no manager: it must call Manager.connect and run"
                      + " on the thread of its main"));
    } catch (Exception | Error e) {
      var _ = ready.completeExceptionally(e);
    }
  }
}
