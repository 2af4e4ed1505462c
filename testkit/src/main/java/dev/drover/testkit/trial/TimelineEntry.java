package dev.drover.testkit.trial;

import dev.drover.runtime.ControllerObserver.Outcome;
import org.jspecify.annotations.Nullable;

/// An entry of the timeline of a run.
sealed interface TimelineEntry {
  /// In one line.
  @Override
  String toString();

  /// The workload goes on.
  ///
  /// @param number from 1
  record Step(int number, String text) implements TimelineEntry {
    @Override
    public String toString() {
      return "step " + number + ": " + text;
    }
  }

  /// A reconcile begins.
  record Began(String controller, String request, String run, int attempt, String cause)
      implements TimelineEntry {
    @Override
    public String toString() {
      return "  " + controller + " reconciles " + request + ", because: " + cause;
    }
  }

  /// A call was answered, or not.
  ///
  /// @param run of the reconcile that made it; empty for a call of the workload or in the
  ///   background
  /// @param status of HTTP; 0 without an answer
  /// @param version that the object has afterwards; empty if not known
  /// @param hasEffect whether it changed what is stored
  record Called(
      CallPoint point,
      ApiCall call,
      Origin origin,
      String run,
      int status,
      String name,
      String uid,
      String version,
      boolean hasEffect,
      @Nullable Effect disturbed)
      implements TimelineEntry {
    boolean isOwn() {
      return origin != Origin.WORKLOAD;
    }

    @Override
    public String toString() {
      String what = call.verb() + " " + call.object() + (call.name().isEmpty() ? " " + name : "");
      String answer =
          status == 0
              ? "no answer"
              : status
                  + (version.isEmpty() ? "" : " v" + version)
                  + (hasEffect ? "" : " no change");
      return (origin == Origin.WORKLOAD ? "  workload: " : "    ")
          + what.strip()
          + " -> "
          + answer
          + (disturbed == null ? "" : "   <== disturbed: " + disturbed.code());
    }
  }

  /// A reconcile ended.
  record Ended(String controller, String request, String run, Outcome outcome, String error)
      implements TimelineEntry {
    @Override
    public String toString() {
      return "    ends: " + outcome + (error.isEmpty() ? "" : ", " + error);
    }
  }

  /// Something that the plan did.
  record Note(String text) implements TimelineEntry {
    @Override
    public String toString() {
      return "  *** " + text;
    }
  }

  /// Where a call comes from.
  enum Origin {
    RECONCILE,
    BACKGROUND,
    WORKLOAD
  }
}
