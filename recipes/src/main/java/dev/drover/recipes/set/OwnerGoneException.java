package dev.drover.recipes.set;

/// The owner of a set does not exist any more, or is another object of the same name: nothing is
/// created for it.
public final class OwnerGoneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OwnerGoneException(String set) {
    super(set + ": the owner is gone, so no objects are created for it");
  }
}
