package dev.drover.cel.checker;

import dev.drover.cel.library.Regexes;
import dev.drover.cel.library.Times;
import dev.drover.cel.parser.Expr;
import dev.drover.cel.parser.Issues;
import dev.drover.cel.types.CelType;
import org.jspecify.annotations.Nullable;

/// The checks of Kubernetes that follow the type check: literals of durations, timestamps, patterns
/// and formats, and that the elements of a list have one type.
public final class Validators {
  private final Checked checked;
  private final Issues issues;

  private Validators(Checked checked, Issues issues) {
    this.checked = checked;
    this.issues = issues;
  }

  public static void check(Checked checked, Issues issues) {
    new Validators(checked, issues).visit(checked.expr(), false);
  }

  private void visit(@Nullable Expr expr, boolean formatted) {
    switch (expr) {
      case null -> {}
      case Expr.Select select -> visit(select.operand(), formatted);
      case Expr.Call call -> {
        checkLiteral(call);
        boolean inside = formatted || call.function().equals("format");
        if (call.function().equals("format")) {
          FormatCheck.check(call, checked, issues);
        }
        visit(call.target(), inside);
        call.arguments().forEach(argument -> visit(argument, inside));
      }
      case Expr.ListOf list -> {
        if (!formatted) {
          checkElements(list);
        }
        list.elements().forEach(element -> visit(element, formatted));
      }
      case Expr.MapOf map -> {
        if (!formatted) {
          checkEntries(map);
        }
        map.entries()
            .forEach(
                entry -> {
                  visit(entry.key(), formatted);
                  visit(entry.value(), formatted);
                });
      }
      case Expr.Comprehension fold -> {
        visit(fold.range(), formatted);
        visit(fold.init(), formatted);
        visit(fold.condition(), formatted);
        visit(fold.step(), formatted);
        visit(fold.result(), formatted);
      }
      case Expr.Literal _, Expr.Ident _, Expr.Struct _, Expr.Broken _ -> {}
    }
  }

  private void checkLiteral(Expr.Call call) {
    if (call.arguments().isEmpty()
        || !(call.arguments().getFirst() instanceof Expr.Literal literal)) {
      return;
    }
    boolean valid =
        switch (call.function()) {
          case "duration" ->
              !(literal.value() instanceof String text) || Times.duration(text) != null;
          case "timestamp" ->
              literal.value() instanceof String text
                  ? Times.timestamp(text) != null
                  : !(literal.value() instanceof Long seconds) || Times.inRange(seconds);
          case "matches" ->
              !(literal.value() instanceof String text) || Regexes.problem(text) == null;
          default -> true;
        };
    if (!valid) {
      issues.add(literal.id(), "invalid " + call.function() + " argument");
    }
  }

  private void checkElements(Expr.ListOf list) {
    CelType expected = null;
    for (int i = 0; i < list.elements().size(); i++) {
      Expr element = list.elements().get(i);
      CelType type = checked.type(element);
      type = list.optionals().contains(i) ? type.unwrapped() : type;
      if (expected == null) {
        expected = type;
      } else if (!expected.equals(type)) {
        mismatch(element, expected, type);
        return;
      }
    }
  }

  private void checkEntries(Expr.MapOf map) {
    CelType expectedKey = null;
    CelType expectedValue = null;
    for (Expr.Entry entry : map.entries()) {
      CelType key = checked.type(entry.key());
      CelType value = checked.type(entry.value());
      value = entry.optional() ? value.unwrapped() : value;
      if (expectedKey == null || expectedValue == null) {
        expectedKey = key;
        expectedValue = value;
        continue;
      }
      if (!expectedKey.equals(key)) {
        mismatch(entry.key(), expectedKey, key);
      }
      if (!expectedValue.equals(value)) {
        mismatch(entry.value(), expectedValue, value);
      }
    }
  }

  private void mismatch(Expr at, CelType expected, CelType actual) {
    issues.add(
        at.id(), "expected type '" + expected.format() + "' but found '" + actual.format() + "'");
  }
}
