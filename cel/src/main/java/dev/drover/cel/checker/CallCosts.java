package dev.drover.cel.checker;

import static dev.drover.cel.library.CostFactors.REGEX;
import static dev.drover.cel.library.CostFactors.TRAVERSAL;

import dev.drover.cel.checker.CostEstimator.CallCost;
import dev.drover.cel.checker.CostEstimator.Node;
import dev.drover.cel.parser.Expr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Estimates the cost of calls of CEL's own functions, by overload.
///
/// In Go: `coster.functionCost`.
final class CallCosts {
  private final CostEstimator estimator;
  private final LibraryCosts library;

  CallCosts(CostEstimator estimator) {
    this.estimator = estimator;
    this.library = new LibraryCosts(estimator);
  }

  /// A call whose arguments are estimated.
  record Call(
      Expr.Call expr,
      String overload,
      @Nullable Node target,
      List<Node> arguments,
      List<Range> costs) {
    Range argumentCosts() {
      return costs.stream().reduce(Range.of(0), Range::plus);
    }

    String function() {
      return expr.function();
    }

    Node argument(int i) {
      return arguments.get(i);
    }
  }

  CallCost cost(Call call) {
    CallCost special = library.cost(call);
    if (special != null) {
      return new CallCost(special.cost().plus(call.argumentCosts()), special.resultSize());
    }
    CallCost own = own(call);
    return own != null ? own : new CallCost(Range.of(1).plus(call.argumentCosts()));
  }

  private @Nullable CallCost own(Call call) {
    Range rest = call.argumentCosts();
    Node target = call.target();
    return switch (call.overload()) {
      case "string_format" ->
          target == null ? null : new CallCost(known(target).times(TRAVERSAL).plus(rest));
      case "string_to_bytes" -> {
        Range size = known(call.argument(0));
        yield new CallCost(size.times(TRAVERSAL).plus(rest), new Range(size.min(), size.max() * 4));
      }
      case "bytes_to_string" -> {
        Range size = known(call.argument(0));
        yield new CallCost(
            size.times(TRAVERSAL).plus(rest),
            new Range(Long.divideUnsigned(size.min(), 4), size.max()));
      }
      case "strings_quote" -> {
        Range size = known(call.argument(0));
        yield new CallCost(
            size.times(TRAVERSAL).plus(rest), new Range(size.min() + 2, size.max() * 2 + 2));
      }
      case "starts_with_string", "ends_with_string" ->
          new CallCost(known(call.argument(0)).times(TRAVERSAL).plus(rest));
      case "in_list" -> new CallCost(known(call.argument(1)).times(1.0).plus(rest));
      case "matches_string" ->
          target == null
              ? null
              : new CallCost(
                  known(target)
                      .plus(Range.of(1))
                      .times(TRAVERSAL)
                      .times(known(call.argument(0)).times(REGEX))
                      .plus(rest));
      case "contains_string" ->
          target == null
              ? null
              : new CallCost(
                  known(target)
                      .times(TRAVERSAL)
                      .times(known(call.argument(0)).times(TRAVERSAL))
                      .plus(rest));
      case "logical_or", "logical_and" -> {
        Range left = call.costs().get(0);
        yield new CallCost(new Range(left.min(), left.plus(call.costs().get(1)).max()));
      }
      case "conditional" -> conditional(call);
      case "add_string", "add_bytes", "add_list" -> addition(call, rest);
      case "less_string",
          "greater_string",
          "less_equals_string",
          "greater_equals_string",
          "less_bytes",
          "greater_bytes",
          "less_equals_bytes",
          "greater_equals_bytes",
          "equals",
          "not_equals" ->
          comparison(call, rest);
      default -> null;
    };
  }

  private CallCost conditional(Call call) {
    estimator.setEntrySize(
        call.expr(),
        CostEstimator.union(
            estimator.entrySize(call.argument(1).expr()),
            estimator.entrySize(call.argument(2).expr())));
    Range size = known(call.argument(1)).union(known(call.argument(2)));
    Range branches = call.costs().get(1).union(call.costs().get(2));
    return new CallCost(call.costs().get(0).plus(branches), size);
  }

  private CallCost addition(Call call, Range rest) {
    Range size = known(call.argument(0)).plus(known(call.argument(1)));
    estimator.setEntrySize(
        call.expr(),
        CostEstimator.union(
            estimator.entrySize(call.argument(0).expr()),
            estimator.entrySize(call.argument(1).expr())));
    Range cost = call.overload().equals("add_list") ? Range.of(1) : size.times(TRAVERSAL);
    return new CallCost(cost.plus(rest), size);
  }

  private static CallCost comparison(Call call, Range rest) {
    long left = known(call.argument(0)).max();
    long right = known(call.argument(1)).max();
    long smaller = Long.compareUnsigned(right, left) < 0 ? right : left;
    Range size = new Range(smaller == 0 ? 0 : 1, smaller);
    return new CallCost(size.times(TRAVERSAL).plus(rest));
  }

  private static Range known(Node node) {
    return node.size() == null ? Range.UNKNOWN : node.size();
  }
}
