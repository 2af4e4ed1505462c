package dev.drover.server;

import dev.drover.server.audit.AuditFile;
import dev.drover.server.audit.AuditLog;
import dev.drover.server.audit.AuditPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The audit log of a server with its file.
final class Auditing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Auditing.class);

  private final AuditLog log;
  private final @Nullable AuditFile file; // null without one

  private Auditing(AuditLog log, @Nullable AuditFile file) {
    this.log = log;
    this.file = file;
  }

  static Auditing open(AuditOptions options, InstantSource clock) throws IOException {
    Optional<Path> policyFile = options.policyFile();
    AuditPolicy policy = policyFile.isPresent() ? read(policyFile.get()) : AuditPolicy.EVERYTHING;
    List<AuditLog.Sink> sinks = new ArrayList<>();
    for (Consumer<AuditEvent> listener : options.listeners()) {
      AuditLog.Sink sink = event -> listener.accept(new AuditEvent(event));
      sinks.add(sink);
    }
    AuditFile file = null;
    if (options.logFile().isPresent()) {
      if (policyFile.isEmpty()) {
        LOG.warn("audit: no policy file is given, nothing is written to the log file");
      } else {
        file = AuditFile.open(options.logFile().get());
        sinks.add(file);
      }
    }
    return new Auditing(new AuditLog(policy, sinks, clock), file);
  }

  private static AuditPolicy read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new IOException("cannot read the audit policy file " + file + ": " + e, e);
    }
    try {
      return AuditPolicy.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("audit policy file " + file + ": " + e.getMessage(), e);
    }
  }

  AuditLog log() {
    return log;
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot close the audit log", e);
      }
    }
  }
}
