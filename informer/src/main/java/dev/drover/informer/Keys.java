package dev.drover.informer;

import dev.drover.api.ObjectKey;

/// Calls key functions, which are users' code.
final class Keys {
  private Keys() {}

  /// The key of an object.
  ///
  /// @throws KeyException when the function fails
  static <T> ObjectKey of(KeyFunction<? super T> keys, T object) {
    try {
      return keys.key(object);
    } catch (RuntimeException e) {
      throw new KeyException(object, e);
    }
  }
}
