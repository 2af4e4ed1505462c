package dev.drover.api.text;

/// The sections of the guide's page on troubleshooting that errors refer to.
public enum Troubleshooting {
  /// No cluster, missing rights and definitions, ports that are taken, caches that do not sync.
  START("the-program-does-not-start"),
  /// Reads of what is not cached.
  READ("a-read-fails"),
  /// Runs in circles, and runs that take too long.
  TOO_OFTEN("a-controller-runs-too-often");

  private final String anchor;

  Troubleshooting(String anchor) {
    this.anchor = anchor;
  }

  /// The page and the section.
  public String place() {
    return "docs/troubleshooting.md#" + anchor;
  }

  /// A message with the place at its end, once: an error may repeat the message of its cause. The
  /// lines of a longer message stay as they are, since they may be there to be pasted.
  public String in(String message) {
    if (message.contains(place())) {
      return message;
    }
    return message + (message.contains("\n") ? "\n  (" : " (") + place() + ")";
  }
}
