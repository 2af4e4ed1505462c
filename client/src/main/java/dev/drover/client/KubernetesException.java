package dev.drover.client;

import dev.drover.api.text.PrintableText;
import org.jspecify.annotations.Nullable;

/// A call to the API server that did not do what was asked. Says what was being done.
///
/// May grow: code that handles some of its subtypes also handles this type.
public abstract sealed class KubernetesException extends RuntimeException
    permits ApiException, RequestFailedException, RequestInterruptedException {
  private static final long serialVersionUID = 1L;

  KubernetesException(String message, @Nullable Throwable cause) {
    super(PrintableText.of(message), cause);
  }
}
