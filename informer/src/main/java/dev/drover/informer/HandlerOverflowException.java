package dev.drover.informer;

/// A handler that asked for every event ([HandlerOptions.Builder#everyEvent]) had more events
/// waiting than its bound. Its registration has ended.
public final class HandlerOverflowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  HandlerOverflowException(String informer, String handler, int bound) {
    super(
        ("%s: handler '%s' asked for every event, and more than its bound of %d wait: its"
                + " registration ends after those. Make the handler faster, raise the bound of"
                + " HandlerOptions.everyEvent, or add the handler without it")
            .formatted(informer, handler, bound));
  }
}
