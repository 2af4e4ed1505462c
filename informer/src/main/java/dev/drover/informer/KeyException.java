package dev.drover.informer;

import dev.drover.api.ObjectKey;

/// An object has no key: its key function failed. Nothing was stored.
///
/// In Go: {@index cache.KeyError}.
public final class KeyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  KeyException(Object object, RuntimeException cause) {
    super("couldn't create key for object " + object + ": " + cause.getMessage(), cause);
  }

  /// The key of an object, or this.
  static <T> ObjectKey keyOf(KeyFunction<? super T> keys, T object) {
    try {
      return keys.key(object);
    } catch (RuntimeException e) {
      throw new KeyException(object, e);
    }
  }
}
