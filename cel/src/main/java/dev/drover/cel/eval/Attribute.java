package dev.drover.cel.eval;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.OptionalValue;
import java.util.ArrayList;
import java.util.List;

/// A path into the variables: a start and the steps from it.
///
/// In Go: `interpreter.Attribute`. Steps are charged one by one; the start is charged by the node
/// that reads the attribute, so that the branches of a conditional cost what they cost there.
abstract sealed class Attribute {
  /// The value at the place, or an error.
  abstract Object resolve(Frame frame);

  abstract void add(Step step);

  /// What reading it costs besides its steps.
  long cost() {
    return 1;
  }

  /// A start that is a variable or the value of an expression.
  static final class Plain extends Attribute {
    private final Node start;
    private final List<Step> steps = new ArrayList<>();

    Plain(Node start) {
      this.start = start;
    }

    @Override
    void add(Step step) {
      steps.add(step);
    }

    @Override
    Object resolve(Frame frame) {
      Object value = start.eval(frame);
      return value instanceof CelError ? value : follow(frame, value);
    }

    private Object follow(Frame frame, Object start) {
      Object value = start;
      boolean optional = false;
      if (value instanceof OptionalValue wrapped) {
        if (wrapped.value() == null) {
          return value;
        }
        value = wrapped.value();
        optional = true;
      }
      for (Step step : steps) {
        optional |= step.optional();
        Object next = optional ? step.ifPresent(frame, value) : step.take(frame, value);
        if (next == null) {
          return OptionalValue.NONE;
        }
        if (next instanceof CelError) {
          return next;
        }
        value = next;
      }
      return optional ? new OptionalValue(value) : value;
    }
  }

  /// One of two places.
  static final class Conditional extends Attribute {
    private final Node condition;
    private final Attribute yes;
    private final Attribute no;

    Conditional(Node condition, Attribute yes, Attribute no) {
      this.condition = condition;
      this.yes = yes;
      this.no = no;
    }

    @Override
    void add(Step step) {
      yes.add(step);
      no.add(step);
    }

    @Override
    long cost() {
      return 0;
    }

    @Override
    Object resolve(Frame frame) {
      Object chosen = condition.eval(frame);
      if (!(chosen instanceof Boolean bool)) {
        return CelError.noSuchOverload(chosen);
      }
      return bool ? yes.resolve(frame) : no.resolve(frame);
    }
  }

  /// Reads an attribute.
  record Read(Attribute attribute) implements Node {
    @Override
    public Object eval(Frame frame) {
      Object value = attribute.resolve(frame);
      frame.run().charge(attribute.cost());
      return value;
    }
  }

  /// Asks whether the last step leads anywhere; the question itself costs nothing.
  record Has(Attribute attribute) implements Node {
    @Override
    public Object eval(Frame frame) {
      Object value = attribute.resolve(frame);
      return value instanceof OptionalValue optional ? optional.hasValue() : value;
    }
  }

  /// The value of a variable.
  record Variable(String name) implements Node {
    @Override
    public Object eval(Frame frame) {
      return frame.lookup(name);
    }
  }
}
