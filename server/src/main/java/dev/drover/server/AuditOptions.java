package dev.drover.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Options of the audit log: its policy, its file, its listeners. Nothing is recorded by default.
///
/// ```java
/// var events = new ConcurrentLinkedQueue<AuditEvent>();
/// var options = Options.defaults().with(o -> o.audit(AuditOptions.none().withListener(events::add)));
/// ```
///
/// Without a policy listeners receive everything of each request, and a log file receives nothing,
/// as with kube-apiserver.
public final class AuditOptions {
  private static final AuditOptions NONE = new AuditOptions(null, null, List.of());

  private final @Nullable Path policyFile;
  private final @Nullable Path logFile;
  private final List<Consumer<AuditEvent>> listeners;

  private AuditOptions(
      @Nullable Path policyFile, @Nullable Path logFile, List<Consumer<AuditEvent>> listeners) {
    this.policyFile = policyFile;
    this.logFile = logFile;
    this.listeners = List.copyOf(listeners);
  }

  /// Nothing is recorded.
  public static AuditOptions none() {
    return NONE;
  }

  /// With a policy of `audit.k8s.io/v1` in YAML or JSON, as `--audit-policy-file`.
  public AuditOptions withPolicyFile(Path file) {
    return new AuditOptions(file, logFile, listeners);
  }

  /// With a file to which events are appended, one line of JSON each; `-` for the standard output.
  /// As `--audit-log-path`.
  public AuditOptions withLogFile(Path file) {
    return new AuditOptions(policyFile, file, listeners);
  }

  /// With a listener, which is called in the threads that serve requests. The event of an answer is
  /// delivered before the answer, except for watches and other streams.
  public AuditOptions withListener(Consumer<AuditEvent> listener) {
    List<Consumer<AuditEvent>> all = new ArrayList<>(listeners);
    all.add(listener);
    return new AuditOptions(policyFile, logFile, all);
  }

  /// The file with the policy; empty without one.
  public Optional<Path> policyFile() {
    return Optional.ofNullable(policyFile);
  }

  /// The file to which events are appended; empty without one.
  public Optional<Path> logFile() {
    return Optional.ofNullable(logFile);
  }

  List<Consumer<AuditEvent>> listeners() {
    return listeners;
  }

  @Override
  public String toString() {
    return "AuditOptions[policyFile=%s, logFile=%s, listeners=%d]"
        .formatted(policyFile, logFile, listeners.size());
  }
}
