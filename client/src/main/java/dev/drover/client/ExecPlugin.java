package dev.drover.client;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Credentials from a program, kept until they expire or the server refuses them.
///
/// ```
///              current                        expired, or refused by the server
///   nothing ─────────────▶ run ──▶ credentials ───────────────────────────────▶ nothing
/// ```
///
/// The program runs on the thread that needs credentials, never twice at once; others wait for its
/// result. A failure goes to all waiting threads; the next request runs the program again. Thread
/// safe.
final class ExecPlugin {
  private final Supplier<Given> program;
  private final TimeSource clock;
  private final ReentrantLock lock = new ReentrantLock(); // held while the program runs
  private final AtomicReference<@Nullable Given> last = new AtomicReference<>();

  /// What the program answered.
  ///
  /// @param expires when it must be requested again
  /// @param asked when it was asked, by the clock
  /// @param obtained the same by [TimeSource#nanoTime]
  record Given(
      @Nullable String token,
      @Nullable ClientCertificate certificate,
      @Nullable Instant expires,
      Instant asked,
      long obtained) {

    @Override
    public String toString() {
      return "Given[expires=" + expires + "]";
    }
  }

  ExecPlugin(Supplier<Given> program, TimeSource clock) {
    this.program = program;
    this.clock = clock;
  }

  /// The plugin of a configuration, unless there is none or other credentials make it needless.
  static @Nullable ExecPlugin forConfig(ClientConfig config) {
    Identity identity = config.identity();
    ExecConfig exec = identity.exec();
    if (exec == null || identity.hasToken() || identity.hasBasic() || identity.hasCertificate()) {
      return null;
    }
    return new ExecPlugin(new ExecProgram(exec, config, ExecProgram::hasTerminal), config.clock());
  }

  /// @throws ConfigException when the program fails
  Given current() {
    Given known = last.get();
    if (known != null && isUsable(known)) {
      return known;
    }
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConfigException("interrupted while another thread waited for credentials", e);
    }
    try {
      known = last.get();
      if (known == null || !isUsable(known)) {
        known = program.get();
        last.set(known);
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private boolean isUsable(Given given) {
    Instant expires = given.expires;
    if (expires == null) {
      return true;
    }
    // By monotonic time too: a clock that was set back must not prolong the credentials.
    Duration age = Duration.ofNanos(clock.nanoTime() - given.obtained);
    return !clock.instant().isAfter(expires) && !given.asked.plus(age).isAfter(expires);
  }

  /// The server refused credentials that were in use at that moment; those that are newer are kept.
  void rejected(long sent) {
    Given known = last.get();
    if (known != null && known.obtained - sent <= 0) {
      last.compareAndSet(known, null);
    }
  }
}
