package dev.drover.client;

import dev.drover.api.text.PrintableText;
import org.jspecify.annotations.Nullable;

/// A call to the API server that did not do what was asked. Says what was being done.
///
/// May grow: code that handles some of its subtypes also handles this type.
public abstract sealed class KubernetesException extends RuntimeException
    permits ApiException, RequestFailedException, RequestInterruptedException {
  private static final long serialVersionUID = 1L;

  private volatile String request = ""; // a command line; empty = not known

  KubernetesException(String message, @Nullable Throwable cause) {
    super(PrintableText.of(message), cause);
  }

  /// The message and, on a second line, the failed request as a command line of `curl` that can be
  /// tried by hand. Credentials are replaced by `***`, but for the names of their files; a body is
  /// left out.
  ///
  /// ```
  /// get pods shop/web-0: pods "web-0" not found
  /// curl -v -X GET --cacert '/ca.crt' -H 'Accept: application/json' -H 'Authorization: ***' 'https://10.0.0.1:6443/api/v1/namespaces/shop/pods/web-0'
  /// ```
  public String debugText() {
    return getMessage() + (request.isEmpty() ? "" : "\n" + request);
  }

  /// Remembers the failed request.
  void request(String commandLine) {
    request = commandLine;
  }
}
