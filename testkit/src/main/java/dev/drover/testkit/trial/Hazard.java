package dev.drover.testkit.trial;

/// A family of disturbances that a trial tries.
///
/// ```java
/// trial.without(Hazard.DELETED_CHILD); // the controller promises nothing about deleted children
/// ```
public enum Hazard {
  /// The controller dies before or after a call, and a new one starts on what is there.
  CRASH,
  /// A write fails: conflict, overload, server error, time-out with and without effect.
  FAILED_CALL,
  /// Another writer changes an object between the controller's read and its write.
  OTHER_WRITER,
  /// An object that the controller made is deleted by another client: after a step, and just before
  /// the controller changes it.
  DELETED_CHILD,
  /// The watch of one kind lags those of the others.
  SLOW_WATCH,
  /// A watch expires, and the next list jumps over the states in between.
  WATCH_GAP,
  /// A restarted controller first reads an earlier state of the cluster.
  STALE_VIEW
}
