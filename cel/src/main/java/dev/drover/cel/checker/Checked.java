package dev.drover.cel.checker;

import dev.drover.cel.parser.Expr;
import dev.drover.cel.types.CelType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// An expression whose types are known.
///
/// @param expr with names of functions resolved
/// @param types of its nodes, by their identity
/// @param overloads that a call can mean, by its identity
/// @param variables that it reads
public record Checked(
    Expr expr, Map<Long, CelType> types, Map<Long, List<String>> overloads, Set<String> variables) {
  public CelType type(Expr of) {
    return types.getOrDefault(of.id(), CelType.ERROR);
  }

  public CelType type() {
    return type(expr);
  }

  public List<String> overloads(Expr call) {
    return overloads.getOrDefault(call.id(), List.of());
  }
}
