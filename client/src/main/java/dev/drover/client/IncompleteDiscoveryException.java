package dev.drover.client;

import java.util.List;
import java.util.stream.Collectors;

/// Not everything that the server offers could be found out.
///
/// In Go: {@index ErrGroupDiscoveryFailed}.
public final class IncompleteDiscoveryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<DiscoveryFailure> failures;

  IncompleteDiscoveryException(List<DiscoveryFailure> failures) {
    super(
        "unable to retrieve the complete list of server APIs: "
            + failures.stream()
                .map(failure -> failure.groupVersion() + ": " + failure.message())
                .sorted()
                .collect(Collectors.joining(", ")));
    this.failures = List.copyOf(failures);
    for (DiscoveryFailure failure : failures) {
      if (failure instanceof DiscoveryFailure.Unreadable unreadable) {
        addSuppressed(unreadable.cause());
      }
    }
  }

  /// What could not be found out, and why.
  public List<DiscoveryFailure> failures() {
    return failures;
  }
}
