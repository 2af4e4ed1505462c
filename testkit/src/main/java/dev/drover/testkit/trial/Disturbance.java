package dev.drover.testkit.trial;

/// A fault at one place of a run.
sealed interface Disturbance {
  /// Where a plan is written down for a replay: without commas and spaces.
  String encode();

  /// In words.
  @Override
  String toString();

  Hazard hazard();

  /// Something that becomes of a call of the controller.
  record AtCall(CallPoint point, Effect effect) implements Disturbance {
    @Override
    public String encode() {
      return effect.code() + "=" + point.encode();
    }

    @Override
    public Hazard hazard() {
      return effect.hazard();
    }

    @Override
    public String toString() {
      return effect.inWords(point.toString());
    }
  }

  /// After a step has settled, an object of the controller is deleted by a stranger.
  ///
  /// @param step its number, from 1
  /// @param object such as `configmaps hello`
  record DeletedChild(int step, String object) implements Disturbance {
    @Override
    public String encode() {
      return "delete-child=" + CallPoint.packed(object) + "@" + step;
    }

    @Override
    public Hazard hazard() {
      return Hazard.DELETED_CHILD;
    }

    @Override
    public String toString() {
      return "after step " + step + " a stranger deletes " + object;
    }
  }

  /// During a step the watch of one resource brings nothing; then everything at once.
  record SlowWatch(int step, String resource) implements Disturbance {
    @Override
    public String encode() {
      return "slow-watch=" + resource + "@" + step;
    }

    @Override
    public Hazard hazard() {
      return Hazard.SLOW_WATCH;
    }

    @Override
    public String toString() {
      return "during step " + step + " the watch of " + resource + " brings nothing until the end";
    }
  }

  /// During a step the watch of one resource brings nothing; then its version has expired, and the
  /// next list jumps over all states in between.
  record WatchGap(int step, String resource) implements Disturbance {
    @Override
    public String encode() {
      return "watch-gap=" + resource + "@" + step;
    }

    @Override
    public Hazard hazard() {
      return Hazard.WATCH_GAP;
    }

    @Override
    public String toString() {
      return "during step "
          + step
          + " the watch of "
          + resource
          + " is interrupted (410), so that the states in between are never seen";
    }
  }

  /// After a step the controller restarts, and first sees the cluster as it was after an earlier
  /// call.
  record StaleRestart(int step, CallPoint asOf) implements Disturbance {
    @Override
    public String encode() {
      return "stale=" + asOf.encode() + "@" + step;
    }

    @Override
    public Hazard hazard() {
      return Hazard.STALE_VIEW;
    }

    @Override
    public String toString() {
      return "after step "
          + step
          + " the controller restarts and first sees the cluster as it was after: "
          + asOf;
    }
  }

  /// After a step the controller restarts, on a cluster in which there is nothing to do.
  record Restart(int step) implements Disturbance {
    @Override
    public String encode() {
      return "restart=now@" + step;
    }

    @Override
    public Hazard hazard() {
      return Hazard.CRASH;
    }

    @Override
    public String toString() {
      return "after step " + step + " the controller restarts";
    }
  }

  /// During a step the controller is down.
  record Down(int step) implements Disturbance {
    @Override
    public String encode() {
      return "down=now@" + step;
    }

    @Override
    public Hazard hazard() {
      return Hazard.CRASH;
    }

    @Override
    public String toString() {
      return "during step " + step + " the controller is down";
    }
  }

  /// Reads what [#encode] wrote.
  ///
  /// @throws IllegalArgumentException if it is not such a text
  static Disturbance decode(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException("not a disturbance of a trial: '" + text + "'");
    }
    String code = text.substring(0, equals);
    String value = text.substring(equals + 1);
    for (Effect effect : Effect.values()) {
      if (effect.code().equals(code)) {
        return new AtCall(CallPoint.decode(value), effect);
      }
    }
    int at = value.lastIndexOf('@');
    int step = CallPoint.number(value.substring(at + 1));
    if (at < 0 || step == 0) {
      throw new IllegalArgumentException(
          "not a disturbance of a trial: '" + text + "' does not end with @ and a step, from 1");
    }
    String what = value.substring(0, at);
    return switch (code) {
      case "delete-child" -> new DeletedChild(step, CallPoint.unpacked(what));
      case "slow-watch" -> new SlowWatch(step, what);
      case "watch-gap" -> new WatchGap(step, what);
      case "restart" -> new Restart(step);
      case "down" -> new Down(step);
      case "stale" -> new StaleRestart(step, CallPoint.decode(what));
      default -> throw new IllegalArgumentException("not a disturbance of a trial: '" + text + "'");
    };
  }
}
