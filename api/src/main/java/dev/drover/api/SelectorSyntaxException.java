package dev.drover.api;

/// Thrown when the text of a label or field selector cannot be parsed.
///
/// The message starts with the reason in Kubernetes' own words and ends with the place in the text.
///
/// ```java
/// try {
///   selector = Selector.parse(text);
/// } catch (SelectorSyntaxException e) {
///   LOG.warn("--selector: {} at character {}", e.reason(), e.position());
/// }
/// ```
public final class SelectorSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final int position;

  SelectorSyntaxException(String reason, String text, int position) {
    super("%s (at position %d of \"%s\")".formatted(reason, position, text));
    this.reason = reason;
    this.position = position;
  }

  /// What was wrong, in the words of the Kubernetes API server.
  public String reason() {
    return reason;
  }

  /// Where it was noticed: an index into the text, which equals the text's length when the text
  /// ended too early.
  public int position() {
    return position;
  }
}
