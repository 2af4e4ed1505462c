package dev.drover.cel.eval;

import static dev.drover.cel.library.CostFactors.REGEX;
import static dev.drover.cel.library.CostFactors.TRAVERSAL;

import dev.drover.cel.library.CostFactors;
import dev.drover.cel.library.Formats;
import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.LibraryValue;
import dev.drover.cel.types.OptionalValue;
import dev.drover.cel.types.Values;
import java.nio.charset.StandardCharsets;

/// Counts the cost of a call by the values of its arguments.
///
/// In Go: `CostTracker.costCall`, `library.CostEstimator.CallCost`, and the trackers of `ext.Lists`
/// and `ext.Sets`.
final class RuntimeCosts {
  private static final int MADE_LIST = 1 + CostFactors.ALLOCATION;
  private static final long NONE = -1;

  private RuntimeCosts() {}

  static long cost(String function, String overload, Object[] arguments, Object result) {
    long cost = extension(overload, arguments, result);
    if (cost == NONE) {
      cost = kubernetes(function, overload, arguments, result);
    }
    return cost == NONE ? own(overload, arguments) : cost;
  }

  private static long extension(String overload, Object[] arguments, Object result) {
    return switch (overload) {
      case "list_sets_contains_list", "list_sets_intersects_list" -> sets(arguments, 1);
      case "list_sets_equivalent_list" -> sets(arguments, 2);
      case "list_slice", "lists_range", "list_reverse" -> MADE_LIST + Values.size(result);
      case "list_flatten" -> MADE_LIST + Values.size(arguments[0]);
      case "list_flatten_int" ->
          MADE_LIST
              + (long)
                  (Values.size(arguments[0])
                      * (arguments[1] instanceof Long depth ? (double) depth : 1.0));
      case "list_distinct" -> selfComparison(arguments[0]);
      default -> {
        if (overload.endsWith("_sortByAssociatedKeys")) {
          yield selfComparison(arguments[1]);
        }
        yield overload.endsWith("_sort") ? selfComparison(arguments[0]) : NONE;
      }
    };
  }

  private static long sets(Object[] arguments, double factor) {
    return 1 + (long) (Values.size(arguments[0]) * Values.size(arguments[1]) * factor);
  }

  private static long selfComparison(Object value) {
    if (!(value instanceof CelList list) || list.size() == 0) {
      return MADE_LIST;
    }
    Object first = list.get(0);
    double factor = first instanceof String || first instanceof Bytes ? 2 + TRAVERSAL : 2;
    return MADE_LIST + (long) ((double) list.size() * list.size() * factor);
  }

  private static long kubernetes(
      String function, String overload, Object[] arguments, Object result) {
    return switch (function) {
      case "check" -> CostFactors.AUTHORIZATION;
      case "fieldSelector", "labelSelector" -> {
        long length = size(arguments[1]);
        long requirements = scaled(length, CostFactors.REQUIREMENTS_PER_CHARACTER);
        yield CostFactors.SELECTOR
            + scaled(length, TRAVERSAL)
            + scaled(requirements, CostFactors.REQUIREMENT);
      }
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> traversal(arguments[0]);
      case "url",
          "lowerAscii",
          "upperAscii",
          "substring",
          "trim",
          "jsonpatch.escapeKey",
          "cidr",
          "isIP",
          "isCIDR",
          "quantity",
          "isQuantity",
          "semver",
          "isSemver" ->
          scaled(size(arguments[0]), TRAVERSAL);
      case "replace", "split", "ip.isCanonical" -> scaled(size(arguments[0]), 2 * TRAVERSAL);
      case "join" -> scaled(size(result), 2 * TRAVERSAL);
      case "find", "findAll" -> regex(arguments);
      case "ip" -> overload.equals("cidr_ip") ? 1 : scaled(size(arguments[0]), TRAVERSAL);
      case "containsIP" -> contains(arguments, overload, false);
      case "containsCIDR" -> contains(arguments, overload, true);
      case "validate" ->
          arguments[0] instanceof Formats.NamedFormat format
              ? scaled(1 + size(arguments[1]), TRAVERSAL) * scaled(format.regexSize(), REGEX)
              : NONE;
      case "_==_" -> arguments[0] instanceof LibraryValue ? 1 : NONE;
      default -> CostFactors.isConstant(function) ? 1 : NONE;
    };
  }

  private static long contains(Object[] arguments, String overload, boolean network) {
    long size = size(arguments[0]);
    long cost = scaled(size + size, TRAVERSAL);
    if (network) {
      cost += scaled(size, TRAVERSAL) + 1;
    }
    return overload.endsWith("_string") ? cost + scaled(size(arguments[1]), TRAVERSAL) : cost;
  }

  private static long regex(Object[] arguments) {
    return scaled(1 + size(arguments[0]), TRAVERSAL) * scaled(size(arguments[1]), REGEX);
  }

  private static long own(String overload, Object[] arguments) {
    return switch (overload) {
      case "starts_with_string",
          "ends_with_string",
          "string_to_bytes",
          "bytes_to_string",
          "strings_quote",
          "string_format" ->
          scaled(ownSize(arguments[0]), TRAVERSAL);
      case "in_list" -> ownSize(arguments[1]);
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
          scaled(Math.min(ownSize(arguments[0]), ownSize(arguments[1])), TRAVERSAL);
      case "add_string", "add_bytes" ->
          scaled(ownSize(arguments[0]) + ownSize(arguments[1]), TRAVERSAL);
      case "matches_string" -> regex(arguments);
      case "contains_string" ->
          scaled(ownSize(arguments[0]), TRAVERSAL) * scaled(ownSize(arguments[1]), TRAVERSAL);
      default -> 1;
    };
  }

  private static long ownSize(Object value) {
    return value instanceof OptionalValue optional && optional.value() != null
        ? ownSize(optional.value())
        : Values.size(value);
  }

  private static long size(Object value) {
    return Values.size(value);
  }

  private static long scaled(long size, double factor) {
    return (long) Math.ceil(size * factor);
  }

  private static long traversal(Object value) {
    return switch (value) {
      case String text -> (long) (text.getBytes(StandardCharsets.UTF_8).length * TRAVERSAL);
      case Bytes bytes -> (long) (bytes.size() * TRAVERSAL);
      case CelList list -> {
        long cost = 0;
        for (int i = 0; i < list.size(); i++) {
          cost += traversal(list.get(i));
        }
        yield cost;
      }
      case CelMap map -> {
        long cost = 0;
        for (Object key : map.keys()) {
          Object found = map.find(key);
          cost += traversal(key) + (found == null ? 1 : traversal(found));
        }
        yield cost;
      }
      default -> 1;
    };
  }
}
