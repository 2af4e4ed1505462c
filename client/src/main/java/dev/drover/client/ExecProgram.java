package dev.drover.client;

import dev.drover.api.RawExtension;
import dev.drover.api.text.PrintableText;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the program of an [ExecConfig] once and reads its answer.
///
/// The variable `KUBERNETES_EXEC_INFO` has the request; the program answers on its output, of which
/// one megabyte is read. The first lines of its error output go to the log, and into the exception
/// if it fails. An interrupt and the time-out of [RequestTimeouts#credentials] end it; a program
/// that talks to a user has no time-out.
final class ExecProgram implements Supplier<ExecPlugin.Given> {
  private static final Logger LOG = LoggerFactory.getLogger(ExecProgram.class);
  private static final String INFO = "KUBERNETES_EXEC_INFO";
  private static final int MAX_LINES = 50; // of error output kept for the exception
  private static final int MAX_OUTPUT =
      1 << 20; // bytes; a certificate chain with its key has 10 KB
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private final ExecConfig exec;
  private final ClientConfig config;
  private final BooleanSupplier terminal;

  ExecProgram(ExecConfig exec, ClientConfig config, BooleanSupplier terminal) {
    this.exec = exec;
    this.config = config;
    this.terminal = terminal;
  }

  static boolean hasTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  @Override
  public ExecPlugin.Given get() {
    boolean interactive = interactive();
    ProcessBuilder builder = new ProcessBuilder(commandLine());
    builder.environment().putAll(exec.env());
    builder.environment().put(INFO, info(interactive));
    if (interactive) {
      builder.redirectInput(Redirect.INHERIT).redirectError(Redirect.INHERIT);
    }
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw notStarted(e);
    }
    try {
      return answer(process, interactive);
    } catch (InterruptedException e) {
      kill(process);
      Thread.currentThread().interrupt();
      throw new ConfigException("interrupted while " + program() + " was running", e);
    }
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private boolean interactive() {
    return switch (exec.interactiveMode()) {
      case NEVER -> false;
      case IF_AVAILABLE -> terminal.getAsBoolean();
      case ALWAYS -> {
        if (!terminal.getAsBoolean()) {
          throw new ConfigException(
              program()
                  + " wants to talk to a user (interactiveMode: Always), but there is no terminal;"
                  + " give this program other credentials");
        }
        yield true;
      }
    };
  }

  private List<String> commandLine() {
    List<String> line = new ArrayList<>();
    line.add(exec.command());
    line.addAll(exec.args());
    return line;
  }

  private String info(boolean interactive) {
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    if (exec.provideClusterInfo()) {
      spec.put("cluster", cluster());
    }
    spec.put("interactive", interactive);
    Map<String, @Nullable Object> info = new LinkedHashMap<>();
    info.put("kind", ExecAnswer.KIND);
    info.put("apiVersion", exec.apiVersion());
    info.put("spec", spec);
    return new String(RawExtension.ofTree(info).raw().toByteArray(), StandardCharsets.UTF_8);
  }

  private Map<String, @Nullable Object> cluster() {
    Map<String, @Nullable Object> cluster = new LinkedHashMap<>();
    cluster.put("server", config.server().toString());
    Trust trust = config.trust();
    if (trust.serverName() != null) {
      cluster.put("tls-server-name", trust.serverName());
    }
    if (trust.insecure()) {
      cluster.put("insecure-skip-tls-verify", true);
    }
    PemSource authority = trust.authority();
    if (authority != null) {
      try {
        cluster.put(
            "certificate-authority-data", Base64.getEncoder().encodeToString(authority.read()));
      } catch (IOException e) {
        throw new ConfigException("cannot read " + authority.describe() + Reasons.of(e), e);
      }
    }
    config.proxy().ifPresent(proxy -> cluster.put("proxy-url", proxy.toString()));
    if (!config.compression()) {
      cluster.put("disable-compression", true);
    }
    cluster.put("config", exec.clusterConfig());
    return cluster;
  }

  private ExecPlugin.Given answer(Process process, boolean interactive)
      throws InterruptedException {
    Instant asked = config.clock().instant();
    long obtained = config.clock().nanoTime();
    CallLimit limit = CallLimit.of(interactive ? Duration.ZERO : config.timeouts().credentials());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>();
    Thread output = reader("stdout").start(() -> copy(process.getInputStream(), out));
    Thread errors = reader("stderr").start(() -> listen(process, words));
    if (!interactive) {
      closeInput(process);
    }
    if (!isOver(process, output, limit)) {
      kill(process);
      errors.join(LAST_WORDS);
      throw new ConfigException(
          program()
              + " did not end within "
              + RestAttempts.seconds(limit.total())
              + ", the time-out of credential programs"
              + said(words));
    }
    int code = process.exitValue();
    // A process that it started may hold its error output open.
    errors.join(LAST_WORDS);
    if (code != 0) {
      throw new ConfigException(program() + " failed with exit code " + code + said(words));
    }
    if (out.size() > MAX_OUTPUT) {
      throw new ConfigException(program() + " printed more than " + MAX_OUTPUT + " bytes");
    }
    try {
      ExecPlugin.Given given =
          ExecAnswer.read(out.toByteArray(), exec.apiVersion(), asked, obtained);
      Instant expires = given.expires();
      if (expires != null && config.clock().instant().isAfter(expires)) {
        throw new IllegalArgumentException(
            "they expired at "
                + expires
                + "; log in again, or set this machine's clock, which is at "
                + config.clock().instant());
      }
      return given;
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          program() + " gave no credentials: " + e.getMessage() + said(words), e);
    }
  }

  /// Platform threads: a read from a pipe blocks its carrier, and two programs that hang would stop
  /// every virtual thread of a machine with two processors.
  private static Thread.Builder reader(String what) {
    return Thread.ofPlatform().daemon().name("drover/client/credentials-" + what);
  }

  /// Waits for the end of the program and of its output; false if the limit is over before.
  private static boolean isOver(Process process, Thread output, CallLimit limit)
      throws InterruptedException {
    if (limit.total().isZero()) {
      process.waitFor();
      output.join();
      return true;
    }
    try {
      return process.waitFor(TimeUnit.NANOSECONDS.convert(limit.left()), TimeUnit.NANOSECONDS)
          && output.join(limit.left());
    } catch (IOException e) {
      LOG.debug("credential program: timed out", e);
      return false;
    }
  }

  private static void closeInput(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      LOG.debug("credential program: ended before its input was closed", e);
    }
  }

  private static void copy(InputStream from, ByteArrayOutputStream to) {
    try (from) {
      byte[] part = new byte[8192];
      for (int read = from.read(part); read >= 0; read = from.read(part)) {
        if (to.size() <= MAX_OUTPUT) { // the rest is read, so that the program can end
          to.write(part, 0, read);
        }
      }
    } catch (IOException e) {
      LOG.debug("credential program: output ended early", e); // what is missing shows in the answer
    }
  }

  private void listen(Process process, List<String> words) {
    try (LineReader lines = new LineReader(process.getErrorStream())) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        String clean = PrintableText.of(line);
        synchronized (words) {
          if (words.size() < MAX_LINES) {
            words.add(clean);
            LOG.info("credential program {}: {}", exec.command(), clean);
          }
        }
      }
    } catch (IOException e) {
      LOG.debug("credential program: error output ended early", e);
    }
  }

  private static String said(List<String> words) {
    synchronized (words) {
      return words.isEmpty() ? "" : "; it said: " + String.join(" | ", words);
    }
  }

  private ConfigException notStarted(IOException e) {
    String hint = exec.installHint();
    return new ConfigException(
        "cannot run "
            + program()
            + ": is it installed and in the PATH of this process?"
            + (hint == null ? "" : "; its install hint: " + PrintableText.of(hint.strip())),
        e);
  }

  private String program() {
    return "the credential program '" + exec.command() + "' (" + exec.place() + ")";
  }
}
