package dev.drover.cel.checker;

import static dev.drover.cel.library.CostFactors.REGEX;
import static dev.drover.cel.library.CostFactors.TRAVERSAL;

import dev.drover.cel.checker.CallCosts.Call;
import dev.drover.cel.checker.CostEstimator.CallCost;
import dev.drover.cel.checker.CostEstimator.Node;
import dev.drover.cel.library.CostFactors;
import dev.drover.cel.parser.Expr;
import dev.drover.cel.types.CelType;
import dev.drover.cel.types.CelType.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Estimates the cost of calls of Kubernetes' libraries and of CEL's extensions.
///
/// In Go: `library.CostEstimator`, and the estimators of `ext.Lists` and `ext.Sets`.
final class LibraryCosts {
  private static final CallCost ONE = new CallCost(Range.of(1));
  private static final Range ADDRESS = new Range(4, 16);
  private static final int LONGEST_FORMAT = 64;
  private static final int LONGEST_FORMAT_REGEX = 128;

  private final CostEstimator estimator;

  LibraryCosts(CostEstimator estimator) {
    this.estimator = estimator;
  }

  /// The cost without that of the arguments, or null where the call has no special one.
  @Nullable CallCost cost(Call call) {
    CallCost extension = extension(call);
    return extension != null ? extension : kubernetes(call);
  }

  private @Nullable CallCost extension(Call call) {
    Node target = call.target();
    return switch (call.overload()) {
      case "list_sets_contains_list", "list_sets_intersects_list" -> sets(call, 1);
      case "list_sets_equivalent_list" -> sets(call, 2);
      case "list_slice" ->
          target == null
              ? null
              : allocating(
                  1,
                  Range.of(
                      integer(call.argument(1), size(target).max())
                          - integer(call.argument(0), 0)));
      case "lists_range" -> allocating(1, Range.of(integer(call.argument(0), Range.MOST)));
      case "list_reverse" -> target == null ? null : allocating(1, size(target));
      case "list_flatten" -> target == null ? null : allocating(1, size(target));
      case "list_flatten_int" ->
          target == null
              ? null
              : allocating(Range.toDouble(integer(call.argument(0), Range.MOST)), size(target));
      case "list_distinct" ->
          target == null ? null : allocating(2, size(target).times(size(target)));
      default -> sorting(call);
    };
  }

  private @Nullable CallCost sorting(Call call) {
    Node target = call.target();
    boolean byKeys = call.overload().endsWith("_sortByAssociatedKeys");
    if (target == null || !(byKeys || call.overload().endsWith("_sort"))) {
      return null;
    }
    Range size = size(byKeys ? call.argument(0) : target);
    boolean long1 =
        call.overload().startsWith("list_string_") || call.overload().startsWith("list_bytes_");
    return allocating(long1 ? 2 + TRAVERSAL : 2, size.times(size));
  }

  private CallCost sets(Call call, double factor) {
    Range product = size(call.argument(0)).times(size(call.argument(1)));
    return new CallCost(product.times(factor).plus(Range.of(1)));
  }

  private static CallCost allocating(double factor, Range size) {
    return new CallCost(size.times(factor).plus(Range.of(1 + CostFactors.ALLOCATION)), size);
  }

  private static long integer(Node node, long otherwise) {
    return node.expr() instanceof Expr.Literal literal && literal.value() instanceof Long number
        ? Math.max(0, number)
        : otherwise;
  }

  private @Nullable CallCost kubernetes(Call call) {
    return switch (call.function()) {
      case "check" -> new CallCost(Range.of(CostFactors.AUTHORIZATION));
      case "fieldSelector", "labelSelector" -> selector(size(call.argument(0)));
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> traversal(call);
      case "url", "jsonpatch.escapeKey" -> sized(size(call.argument(0)));
      case "lowerAscii", "upperAscii", "substring", "trim" ->
          call.target() == null ? null : sized(size(call.target()));
      case "replace" -> replace(call);
      case "split" -> split(call);
      case "join" -> join(call);
      case "find", "findAll" -> find(call);
      case "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver" ->
          new CallCost(size(call.argument(0)).times(TRAVERSAL));
      case "ip" ->
          call.overload().equals("cidr_ip")
              ? ONE
              : new CallCost(size(call.argument(0)).times(TRAVERSAL));
      case "ip.isCanonical" -> new CallCost(size(call.argument(0)).times(2 * TRAVERSAL));
      case "containsIP" -> contains(call, false);
      case "containsCIDR" -> contains(call, true);
      case "validate" ->
          new CallCost(size(call.argument(0)).times(TRAVERSAL).times(LONGEST_FORMAT_REGEX * REGEX));
      case "_==_" -> equality(call);
      default -> CostFactors.isConstant(call.function()) ? ONE : null;
    };
  }

  private static CallCost selector(Range length) {
    Range requirements =
        length.times(CostFactors.REQUIREMENTS_PER_CHARACTER).times(CostFactors.REQUIREMENT);
    return new CallCost(
        Range.of(CostFactors.SELECTOR).plus(length.times(TRAVERSAL)).plus(requirements));
  }

  private static CallCost sized(Range size) {
    return new CallCost(size.times(TRAVERSAL), size);
  }

  private @Nullable CallCost traversal(Call call) {
    Node target = call.target();
    if (target == null) {
      return null;
    }
    Node element = element(target);
    if (element == null) {
      return new CallCost(size(target).times(TRAVERSAL));
    }
    Range cost = Range.of(1);
    if (element.type().kind() == Kind.STRING || element.type().kind() == Kind.BYTES) {
      cost = cost.plus(size(element).times(TRAVERSAL));
    }
    return new CallCost(size(target).times(cost));
  }

  private @Nullable CallCost replace(Call call) {
    if (call.target() == null) {
      return null;
    }
    Range size = size(call.target());
    Range from = size(call.argument(0));
    Range to = size(call.argument(1));
    long mostCount;
    long mostKept = 0;
    if (from.min() == 0) {
      mostCount = Range.add(size.max(), 1);
      mostKept = size.max();
    } else if (Long.compareUnsigned(to.max(), from.min()) <= 0) {
      mostCount = 0;
      mostKept = size.max();
    } else {
      mostCount = quotient(size.max(), from.min());
    }
    long leastCount;
    long leastKept = 0;
    if (from.max() == 0) {
      leastCount = Range.add(size.min(), 1);
      leastKept = size.min();
    } else if (Long.compareUnsigned(from.max(), to.min()) <= 0) {
      leastCount = 0;
      leastKept = size.min();
    } else {
      leastCount = quotient(size.min(), from.max());
    }
    Range result = new Range(leastCount, mostCount).times(to).plus(new Range(leastKept, mostKept));
    return new CallCost(size.times(2 * TRAVERSAL), result);
  }

  private static long quotient(long x, long y) {
    return Range.fromDouble(Math.ceil(Range.toDouble(x) / Range.toDouble(y)));
  }

  private @Nullable CallCost split(Call call) {
    if (call.target() == null) {
      return null;
    }
    Range size = size(call.target());
    long most = size.max();
    if (call.arguments().size() > 1
        && call.argument(1).expr() instanceof Expr.Literal literal
        && literal.value() instanceof Long limit) {
      most = limit;
    }
    return new CallCost(size.times(2 * TRAVERSAL), new Range(0, most));
  }

  private @Nullable CallCost join(Call call) {
    if (call.target() == null) {
      return null;
    }
    Range list = size(call.target());
    Node element = element(call.target());
    Range size = element == null ? Range.of(0) : list.times(size(element));
    if (!call.arguments().isEmpty()) {
      Range separators =
          new Range(list.min() == 0 ? 0 : list.min() - 1, list.max() == 0 ? 0 : list.max() - 1);
      size = size.plus(size(call.argument(0)).times(separators));
    }
    return sized(size);
  }

  private @Nullable CallCost find(Call call) {
    if (call.target() == null) {
      return null;
    }
    Range size = size(call.target());
    Range text = size.plus(Range.of(1)).times(TRAVERSAL);
    Range regex = size(call.argument(0)).times(REGEX);
    return new CallCost(text.times(regex), new Range(0, size.max()));
  }

  private CallCost contains(Call call, boolean network) {
    Range cost = ADDRESS.plus(ADDRESS).times(TRAVERSAL);
    if (network) {
      cost = cost.plus(ADDRESS.times(TRAVERSAL)).plus(Range.of(1));
    }
    if (call.overload().endsWith("_string")) {
      cost = cost.plus(size(call.argument(0)).times(TRAVERSAL));
    }
    return new CallCost(cost);
  }

  private @Nullable CallCost equality(Call call) {
    CelType left = call.argument(0).type();
    if (!left.equals(call.argument(1).type())) {
      return null;
    }
    return switch (left.name()) {
      case "net.IP", "net.CIDR", "kubernetes.Quantity", "kubernetes.Semver" -> ONE;
      case "kubernetes.NamedFormat" -> new CallCost(new Range(1, LONGEST_FORMAT).times(TRAVERSAL));
      case "kubernetes.URL" -> {
        Range size = call.argument(1).size();
        yield new CallCost(new Range(1, size == null ? 1 : size.max()).times(TRAVERSAL));
      }
      default -> left.name().startsWith("kubernetes.authorization.") ? ONE : null;
    };
  }

  private @Nullable Node element(Node list) {
    if (list.type().parameters().isEmpty()) {
      return null;
    }
    List<String> path = null;
    if (list.path() != null) {
      path = new ArrayList<>(list.path());
      path.add("@items");
    }
    return new Node(path, list.type().element(), null, null);
  }

  private Range size(Node node) {
    if (node.size() != null) {
      return node.size();
    }
    Range estimated = estimator.sizeAt(node.path());
    return estimated == null ? Range.UNKNOWN : estimated;
  }
}
