package dev.drover.informer.classic;

/// An object has no key: its key function failed. Nothing was stored.
///
/// In Go: {@index cache.KeyError}.
public final class KeyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /// @param object that has no key
  public KeyException(Object object, RuntimeException cause) {
    super("couldn't create key for object " + object + ": " + cause.getMessage(), cause);
  }
}
