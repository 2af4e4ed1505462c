package dev.drover.informer;

import dev.drover.api.text.Troubleshooting;
import org.jspecify.annotations.Nullable;

/// A cache was not in step with the server in time. The message names the informer and its last
/// failure.
public final class SyncTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SyncTimeoutException(String message, @Nullable Throwable cause) {
    super(Troubleshooting.READ.in(message), cause);
  }
}
