package dev.drover.cel.eval;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.OptionalValue;

/// The operators that need not evaluate all their operands.
final class Logic {
  private Logic() {}

  /// `&&` or `||`: one operand that decides hides an error in the other.
  record Junction(boolean decides, Node left, Node right) implements Node {
    @Override
    public Object eval(Frame frame) {
      Object one = left.eval(frame);
      if (one instanceof Boolean bool && bool == decides) {
        return decides;
      }
      Object other = right.eval(frame);
      if (other instanceof Boolean bool && bool == decides) {
        return decides;
      }
      if (!(one instanceof Boolean)) {
        return CelError.noSuchOverload(one);
      }
      return other instanceof Boolean ? !decides : CelError.noSuchOverload(other);
    }
  }

  /// `or` and `orValue` of optionals.
  record Otherwise(boolean unwraps, Node optional, Node otherwise) implements Node {
    @Override
    public Object eval(Frame frame) {
      Object value = optional.eval(frame);
      if (!(value instanceof OptionalValue wrapped)) {
        return value;
      }
      if (wrapped.value() == null) {
        return otherwise.eval(frame);
      }
      return unwraps ? wrapped.value() : wrapped;
    }
  }
}
