package dev.drover.api.wire;

import dev.drover.api.text.PrintableText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/// Bytes that break the rules of their format. Callers on the way out add the field they were in,
/// so that the message finally names the whole path.
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int LONG_TEXT = 320; // longer than any label key
  private static final int MAX_PARTS = 40;

  private final transient Deque<String> path = new ArrayDeque<>();
  private final String reason;
  private final int offset;
  private boolean steppedOver;
  private String key = "";

  /// `offset` counts from the start of the value being decoded; -1 where it is not known.
  public WireException(String reason, int offset) {
    super(reason);
    this.reason = shortened(reason);
    this.offset = offset;
  }

  /// Notes that the input has stepped over the value, so that the next one can be read.
  ///
  /// @param found as [#key]
  WireException steppedOver(String found) {
    steppedOver = true;
    key = found;
    return this;
  }

  /// Whether the input has stepped over the value, so that the next one can be read.
  public boolean isSteppedOver() {
    return steppedOver;
  }

  /// Namespace and name of an object that was stepped over, as `namespace/name`; empty if it is no
  /// object, or none with a name.
  public String key() {
    return key;
  }

  /// Notes that the failure happened inside the field `name`.
  public WireException in(String name) {
    path.addFirst(shortened(name));
    return this;
  }

  /// Names come from the input, which may be hostile; messages stay short.
  private static String shortened(String text) {
    return text.length() <= LONG_TEXT ? text : text.substring(0, LONG_TEXT) + "...";
  }

  /// Notes that the failure happened inside item `index` of a list.
  public WireException at(int index) {
    path.addFirst("[" + index + "]");
    return this;
  }

  /// What was wrong, without the place.
  public String reason() {
    return reason;
  }

  /// The byte where it was noticed, or -1.
  public int offset() {
    return offset;
  }

  /// The place in Kubernetes' notation: `spec.containers[0].image`, or empty at the top.
  public String path() {
    StringBuilder text = new StringBuilder();
    int n = 0;
    for (Iterator<String> parts = path.iterator(); parts.hasNext(); ) {
      String part = parts.next();
      if (++n > MAX_PARTS) {
        return text.append("...").toString();
      }
      if (!text.isEmpty() && !part.startsWith("[")) {
        text.append('.');
      }
      text.append(part);
    }
    return text.toString();
  }

  @Override
  public String getMessage() {
    String path = path();
    String text = (path.isEmpty() ? "" : path + ": ") + reason;
    return PrintableText.of(text) + (offset < 0 ? "" : " (byte " + offset + ")");
  }
}
