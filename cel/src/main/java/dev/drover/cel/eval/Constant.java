package dev.drover.cel.eval;

/// A value that is known when the expression is planned; reading it has no cost.
record Constant(Object value) implements Node {
  @Override
  public Object eval(Frame frame) {
    return value;
  }
}
