package dev.drover.cel.checker;

import dev.drover.cel.library.FormatText;
import dev.drover.cel.parser.Expr;
import dev.drover.cel.parser.Issues;
import dev.drover.cel.types.CelType.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Checks that the arguments of a constant format string have the types that its clauses take.
///
/// In Go: `ext.stringFormatValidator`.
final class FormatCheck implements FormatText.Clauses {
  private static final Set<Kind> PRINTABLE =
      EnumSet.of(
          Kind.LIST,
          Kind.MAP,
          Kind.INT,
          Kind.UINT,
          Kind.DOUBLE,
          Kind.BOOL,
          Kind.STRING,
          Kind.TIMESTAMP,
          Kind.BYTES,
          Kind.DURATION,
          Kind.TYPE,
          Kind.NULL);

  private final List<Expr> arguments;
  private final Checked checked;
  private int used;

  private FormatCheck(List<Expr> arguments, Checked checked) {
    this.arguments = arguments;
    this.checked = checked;
  }

  static void check(Expr.Call call, Checked checked, Issues issues) {
    if (!(call.target() instanceof Expr.Literal literal)
        || !(literal.value() instanceof String format)
        || call.arguments().size() != 1
        || !(call.arguments().getFirst() instanceof Expr.ListOf list)) {
      return;
    }
    FormatCheck clauses = new FormatCheck(list.elements(), checked);
    try {
      FormatText.apply(format, clauses);
    } catch (FormatText.Failure e) {
      issues.add(e.id() < 0 ? call.id() : e.id(), String.valueOf(e.getMessage()));
      return;
    }
    if (list.elements().size() > clauses.used) {
      issues.add(
          call.id(),
          "too many arguments supplied to string.format (expected "
              + clauses.used
              + ", got "
              + list.elements().size()
              + ")");
    }
  }

  @Override
  public int count() {
    return arguments.size();
  }

  @Override
  public String text(int argument, char clause, int precision) {
    used++;
    Expr expr = arguments.get(argument);
    switch (clause) {
      case 's' -> printable(expr);
      case 'd', 'o' -> oneOf(expr, clause, EnumSet.of(Kind.INT, Kind.UINT));
      case 'f', 'e' -> oneOf(expr, clause, EnumSet.of(Kind.DOUBLE, Kind.STRING));
      case 'b' -> oneOf(expr, clause, EnumSet.of(Kind.INT, Kind.UINT, Kind.BOOL));
      default -> oneOf(expr, clause, EnumSet.of(Kind.INT, Kind.UINT, Kind.STRING, Kind.BYTES));
    }
    return "";
  }

  private void printable(Expr expr) {
    oneOf(expr, 's', PRINTABLE);
    switch (expr) {
      case Expr.ListOf list -> list.elements().forEach(this::printable);
      case Expr.MapOf map ->
          map.entries()
              .forEach(
                  entry -> {
                    printable(entry.key());
                    printable(entry.value());
                  });
      default -> {}
    }
  }

  private void oneOf(Expr expr, char clause, Set<Kind> kinds) {
    Kind kind = checked.type(expr).kind();
    if (kind != Kind.DYN && !kinds.contains(kind)) {
      throw new FormatText.Failure(FormatText.misfit(clause, checked.type(expr).name()), expr.id());
    }
  }
}
