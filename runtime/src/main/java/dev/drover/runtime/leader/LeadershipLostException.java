package dev.drover.runtime.leader;

/// A controller that works only on the leader wanted to write, and another replica may lead by now:
/// the lease could not be renewed, or the process was stopped for longer than it lasts. Nothing was
/// sent. The run counts as failed and is repeated by the leader.
///
/// What was sent before that may still arrive: writes need resource versions all the same.
public final class LeadershipLostException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  public LeadershipLostException(String manager) {
    super(manager + " does not lead any more: nothing is written");
  }
}
