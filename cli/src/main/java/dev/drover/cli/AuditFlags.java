package dev.drover.cli;

import dev.drover.server.AuditOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Reads the flags `--audit-policy-file` and `--audit-log-path`.
final class AuditFlags {
  private AuditFlags() {}

  static AuditOptions of(@Nullable Path policy, @Nullable Path log) {
    AuditOptions options = AuditOptions.none();
    if (policy != null) {
      options = options.withPolicyFile(policy);
    }
    return log == null ? options : options.withLogFile(log);
  }
}
