package dev.drover.server;

/// When a server with a data directory forces its writes to the disk.
///
/// With each of them a write that was acknowledged survives the end of the process, `kill -9`
/// included. They differ in what a loss of power, or a crash of the operating system, may take.
/// This set does not grow.
public enum Fsync {
  /// Before a write is acknowledged: nothing acknowledged is lost. Concurrent writes share one
  /// `fsync`.
  ALWAYS,
  /// About a second after a write: a loss of power may take the writes of the last seconds.
  EVERY_SECOND,
  /// When the operating system does it: a loss of power may take the writes of about half a minute.
  NEVER
}
