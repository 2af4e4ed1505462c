package dev.drover.api;

import dev.drover.api.text.PrintableText;
import dev.drover.api.wire.WireException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Thrown when bytes are not an object of the expected kind. The message says what is wrong and
/// where, and never shows content.
///
/// ```java
/// try {
///   pod = Pod.KIND.codec().decode(bytes, Format.JSON);
/// } catch (DecodeException e) {
///   LOG.warn("not a pod, because of {}: {}", e.path(), e.getMessage());
/// }
/// ```
public final class DecodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;

  /// A failure of the object as a whole.
  public DecodeException(String message) {
    super(PrintableText.of(message));
    this.path = "";
  }

  /// A failure at a field, which has this path.
  public DecodeException(String message, String path, Throwable cause) {
    super(PrintableText.of(message), cause);
    this.path = path;
  }

  /// The same failure, with the place where the object comes from in front.
  DecodeException(String place, DecodeException cause) {
    this(place + ": " + cause.getMessage(), cause.path, cause);
  }

  /// What `read` gives; bytes that cannot be read are a failure of this kind.
  static <V extends @Nullable Object> V guard(String what, Supplier<V> read) {
    try {
      return read.get();
    } catch (WireException e) {
      throw new DecodeException("cannot decode " + what + ": " + e.getMessage(), e.path(), e);
    }
  }

  /// The field that could not be read, such as `spec.containers[0].ports`; empty when it was the
  /// object as a whole.
  public String path() {
    return path;
  }
}
