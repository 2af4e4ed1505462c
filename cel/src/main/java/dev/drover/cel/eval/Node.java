package dev.drover.cel.eval;

/// A planned expression.
interface Node {
  /// The value, or an error as a value. Charges what it costs.
  Object eval(Frame frame);
}
