package dev.drover.server.strategy;

/// Which updates are accepted at all.
///
/// In Go: `AllowCreateOnUpdate` and `AllowUnconditionalUpdate`.
///
/// @param createsAbsent whether an update of an object that does not exist creates it
/// @param isUnconditional whether an update without a resourceVersion replaces the latest version
public record UpdatePolicy(boolean createsAbsent, boolean isUnconditional) {
  /// The policy of most kinds: no create, no resourceVersion needed.
  public static final UpdatePolicy DEFAULT = new UpdatePolicy(false, true);

  /// Updates create objects that do not exist.
  public static final UpdatePolicy CREATES = new UpdatePolicy(true, true);

  /// Updates need a resourceVersion.
  public static final UpdatePolicy CONDITIONAL = new UpdatePolicy(false, false);

  /// Updates create objects that do not exist, and need a resourceVersion for those that do.
  public static final UpdatePolicy CREATES_CONDITIONAL = new UpdatePolicy(true, false);
}
