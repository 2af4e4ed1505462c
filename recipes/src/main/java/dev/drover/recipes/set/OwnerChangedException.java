package dev.drover.recipes.set;

/// The owner of a set has changed since the object that was given: nothing is created or deleted by
/// a description that may be out of date; see [SetOptions#needsCurrentOwner].
public final class OwnerChangedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OwnerChangedException(String set) {
    super(
        set + ": the owner has changed since it was read, so nothing is created or deleted for it");
  }
}
