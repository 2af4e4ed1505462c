package dev.drover.client;

import dev.drover.api.PrintableText;
import org.jspecify.annotations.Nullable;

/// A call to the API server that did not do what was asked. Says what was being done.
public abstract sealed class KubernetesException extends RuntimeException
    permits ApiException, RequestFailedException, RequestInterruptedException {
  private static final long serialVersionUID = 1L;

  KubernetesException(String message, @Nullable Throwable cause) {
    super(PrintableText.of(message), cause);
  }
}
