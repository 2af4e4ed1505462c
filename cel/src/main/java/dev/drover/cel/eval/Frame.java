package dev.drover.cel.eval;

import dev.drover.cel.types.CelError;
import org.jspecify.annotations.Nullable;

/// The scope of an expression: the variables of the loops around it, then those of the environment.
class Frame {
  private final Run run;

  Frame(Run run) {
    this.run = run;
  }

  Run run() {
    return run;
  }

  /// The value of a name, or an error.
  Object lookup(String name) {
    Object value = run.variable(name);
    return value == null ? new CelError("no such attribute(s): " + name) : value;
  }

  /// The names of a loop.
  static final class Loop extends Frame {
    private final Frame outer;
    private final Fold fold;
    private @Nullable Object accumulator;
    private @Nullable Object first;
    private @Nullable Object second;
    private boolean finished;

    Loop(Frame outer, Fold fold) {
      super(outer.run());
      this.outer = outer;
      this.fold = fold;
    }

    void at(Object first, @Nullable Object second) {
      this.first = first;
      this.second = second;
    }

    void accumulate(Object value) {
      accumulator = value;
    }

    /// The variables of the loop are gone, its result stays.
    void finish() {
      finished = true;
    }

    @Override
    Object lookup(String name) {
      if (name.equals(fold.accumulator())) {
        if (accumulator == null) {
          accumulator = fold.init(outer);
        }
        return accumulator;
      }
      if (!finished && first != null && name.equals(fold.first())) {
        return first;
      }
      if (!finished && second != null && name.equals(fold.second())) {
        return second;
      }
      return outer.lookup(name);
    }
  }
}
