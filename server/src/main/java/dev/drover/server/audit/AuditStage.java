package dev.drover.server.audit;

/// The stages of a request at which an event is recorded.
enum AuditStage {
  REQUEST_RECEIVED("RequestReceived"),
  /// Headers were sent; only for requests that last, such as watches.
  RESPONSE_STARTED("ResponseStarted"),
  RESPONSE_COMPLETE("ResponseComplete"),
  /// The server failed.
  PANIC("Panic");

  private final String text;

  AuditStage(String text) {
    this.text = text;
  }

  /// As policies and events name it.
  @Override
  public String toString() {
    return text;
  }
}
