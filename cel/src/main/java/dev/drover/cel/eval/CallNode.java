package dev.drover.cel.eval;

import dev.drover.cel.library.Functions;
import dev.drover.cel.types.CelError;
import java.util.List;

/// A call of a function.
///
/// @param overload the only one that fits, or an empty string
/// @param stopsAtErrors whether arguments after an error are not evaluated
record CallNode(
    String function,
    String overload,
    Functions.Implementation implementation,
    List<Node> arguments,
    boolean stopsAtErrors)
    implements Node {
  @Override
  public Object eval(Frame frame) {
    Object[] values = new Object[arguments.size()];
    CelError error = null;
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments.get(i).eval(frame);
      if (error == null && values[i] instanceof CelError failed) {
        error = failed;
        if (stopsAtErrors) {
          if (i == values.length - 1) {
            frame.run().charge(RuntimeCosts.cost(function, overload, values, error));
          }
          return error;
        }
      }
    }
    boolean lenient = function.equals("@not_strictly_false");
    Object result = error == null || lenient ? implementation.call(values) : error;
    frame.run().charge(RuntimeCosts.cost(function, overload, values, result));
    return result;
  }

  /// `in` a list that is known: costs nothing but its operand.
  record Membership(Node element, java.util.Set<Object> members) implements Node {
    @Override
    public Object eval(Frame frame) {
      Object value = element.eval(frame);
      return value instanceof CelError ? value : (Object) members.contains(value);
    }
  }
}
