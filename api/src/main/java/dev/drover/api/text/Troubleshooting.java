package dev.drover.api.text;

import java.util.regex.Pattern;

/// The sections of the guide's page on troubleshooting that errors refer to.
public enum Troubleshooting {
  /// No cluster, missing rights and definitions, ports that are taken, caches that do not sync.
  START("the-program-does-not-start"),
  /// Reads of what is not cached.
  READ("a-read-fails"),
  /// Credentials that the server does not accept, and rights that are missing.
  REFUSED("a-request-is-refused"),
  /// Runs in circles, and runs that take too long.
  TOO_OFTEN("a-controller-runs-too-often");

  private static final Pattern PLACE =
      Pattern.compile("\\s*\\(docs/troubleshooting\\.md#[a-z-]+\\)");

  private final String anchor;

  Troubleshooting(String anchor) {
    this.anchor = anchor;
  }

  /// The page and the section.
  public String place() {
    return "docs/troubleshooting.md#" + anchor;
  }

  /// A message with the place at its end, and no other one: an error may repeat the message of its
  /// cause. The lines of a longer message stay as they are, since they may be there to be pasted.
  public String in(String message) {
    String own = without(message);
    return own + (own.contains("\n") ? "\n  (" : " (") + place() + ")";
  }

  /// A message without the places at its end and within.
  static String without(String message) {
    return message.contains("docs/troubleshooting.md#")
        ? PLACE.matcher(message).replaceAll("")
        : message;
  }
}
