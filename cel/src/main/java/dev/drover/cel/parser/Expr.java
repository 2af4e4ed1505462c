package dev.drover.cel.parser;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A node of the syntax tree. Identities are those of one [Source].
public sealed interface Expr {
  /// Under which positions, types and overloads are kept.
  long id();

  /// A literal: Boolean, Long, UInt, Double, String, Bytes or NullValue.
  record Literal(long id, Object value) implements Expr {}

  /// A variable or the name of a type.
  record Ident(long id, String name) implements Expr {}

  /// `operand.field`, or `has(operand.field)`.
  record Select(long id, Expr operand, String field, boolean testOnly) implements Expr {}

  /// `function(arguments)` or `target.function(arguments)`; operators too.
  record Call(long id, @Nullable Expr target, String function, List<Expr> arguments)
      implements Expr {}

  /// `[elements]`; those at `optionals` are left out when they have no value.
  record ListOf(long id, List<Expr> elements, Set<Integer> optionals) implements Expr {}

  /// `{entries}`.
  record MapOf(long id, List<Entry> entries) implements Expr {}

  /// `key: value`, or `?key: value`.
  record Entry(long id, Expr key, Expr value, boolean optional) {}

  /// `type{fields}`.
  record Struct(long id, String type, List<Field> fields) implements Expr {}

  /// `name: value`.
  record Field(long id, String name, Expr value, boolean optional) {}

  /// A loop over a list or map: what the macros expand to.
  record Comprehension(
      long id,
      Expr range,
      String variable,
      @Nullable String variable2,
      String accumulator,
      Expr init,
      Expr condition,
      Expr step,
      Expr result)
      implements Expr {}

  /// What stands where a syntax error was.
  record Broken(long id) implements Expr {}

  /// The dotted name that an expression could be, or null.
  static @Nullable String qualifiedName(Expr expr) {
    return switch (expr) {
      case Ident ident -> ident.name();
      case Select select when !select.testOnly() -> {
        String prefix = qualifiedName(select.operand());
        yield prefix == null ? null : prefix + "." + select.field();
      }
      default -> null;
    };
  }
}
