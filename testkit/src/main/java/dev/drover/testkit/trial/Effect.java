package dev.drover.testkit.trial;

/// The effect of a disturbance on a call.
enum Effect {
  CRASH_BEFORE("crash-before", Hazard.CRASH, "the controller crashes before: %s"),
  CRASH_AFTER(
      "crash-after", Hazard.CRASH, "the controller crashes after the server did, unanswered: %s"),
  CRASH_DOWN(
      "crash-down",
      Hazard.CRASH,
      "the controller crashes after the server did, and is down during the next step: %s"),
  CONFLICT("conflict", Hazard.FAILED_CALL, "answered with 409 Conflict: %s"),
  TOO_MANY("too-many", Hazard.FAILED_CALL, "answered with 429 Too Many Requests: %s"),
  ERROR("error", Hazard.FAILED_CALL, "answered with 500 Internal Server Error: %s"),
  TIMEOUT_BEFORE("timeout-before", Hazard.FAILED_CALL, "times out without effect: %s"),
  TIMEOUT_AFTER("timeout-after", Hazard.FAILED_CALL, "times out though the server did it: %s"),
  OTHER_WRITER(
      "other-writer", Hazard.OTHER_WRITER, "another writer changes the object just before: %s"),
  DELETED("deleted", Hazard.DELETED_CHILD, "another client deletes the object just before: %s");

  private final String code;
  private final Hazard hazard;
  private final String words;

  Effect(String code, Hazard hazard, String words) {
    this.code = code;
    this.hazard = hazard;
    this.words = words;
  }

  String code() {
    return code;
  }

  Hazard hazard() {
    return hazard;
  }

  boolean isCrash() {
    return hazard == Hazard.CRASH;
  }

  String inWords(String call) {
    return words.formatted(call);
  }
}
