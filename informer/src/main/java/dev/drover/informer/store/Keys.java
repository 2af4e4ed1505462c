package dev.drover.informer.store;

import dev.drover.api.ObjectKey;
import dev.drover.informer.classic.KeyException;
import dev.drover.informer.classic.KeyFunction;

/// Calls key functions, which are users' code.
public final class Keys {
  private Keys() {}

  /// The key of an object.
  ///
  /// @throws KeyException when the function fails
  public static <T> ObjectKey of(KeyFunction<? super T> keys, T object) {
    try {
      return keys.key(object);
    } catch (RuntimeException e) {
      throw new KeyException(object, e);
    }
  }
}
