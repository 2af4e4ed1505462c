package dev.drover.server.audit;

/// The parts of a request that are recorded, from nothing to everything.
public enum AuditLevel {
  NONE("None"),
  METADATA("Metadata"),
  /// With the object that was sent.
  REQUEST("Request"),
  /// With the object that was answered, too.
  REQUEST_RESPONSE("RequestResponse");

  private final String text;

  AuditLevel(String text) {
    this.text = text;
  }

  static AuditLevel of(String text) {
    for (AuditLevel level : values()) {
      if (level.text.equals(text)) {
        return level;
      }
    }
    throw new IllegalArgumentException("there is no audit level " + text);
  }

  boolean includes(AuditLevel other) {
    return compareTo(other) >= 0;
  }

  /// As policies and events name it.
  @Override
  public String toString() {
    return text;
  }
}
