package dev.drover.cel.library;

import dev.drover.api.Quantity;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.LibraryValue;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Kubernetes' quantities.
final class Quantities {
  private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  private Quantities() {}

  /// A quantity as a value of CEL.
  record Value(Quantity quantity) implements LibraryValue {
    @Override
    public String typeName() {
      return "kubernetes.Quantity";
    }

    @Override
    public Object isEqualTo(Object other) {
      return other instanceof Value value && quantity.compareTo(value.quantity) == 0;
    }

    @Override
    public String toString() {
      return quantity.canonical().text();
    }
  }

  private interface Comparison {
    Object of(int order);
  }

  static void register(Map<String, Functions.Body> all) {
    all.put("quantity", args -> args[0] instanceof String text ? parse(text) : null);
    all.put(
        "isQuantity",
        args -> args[0] instanceof String text ? (Object) (parse(text) instanceof Value) : null);
    all.put("isInteger", args -> args[0] instanceof Value q ? (Object) isInteger(q) : null);
    all.put("asInteger", args -> args[0] instanceof Value q ? integer(q) : null);
    all.put(
        "asApproximateFloat",
        args -> args[0] instanceof Value q ? q.quantity().toBigDecimal().doubleValue() : null);
    all.put(
        "sign", args -> args[0] instanceof Value q ? (Object) (long) q.quantity().signum() : null);
    all.put("quantity_is_greater_than", args -> compare(args, order -> order > 0));
    all.put("quantity_is_less_than", args -> compare(args, order -> order < 0));
    all.put("quantity_compare_to", args -> compare(args, order -> (long) order));
    all.put("add", args -> sum(args, false));
    all.put("sub", args -> sum(args, true));
  }

  private static Object parse(String text) {
    try {
      return new Value(Quantity.parse(text));
    } catch (IllegalArgumentException _) {
      return new CelError(problem(text));
    }
  }

  private static String problem(String text) {
    boolean shaped = text.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)[eEinumkKMGTP]*[-+]?[0-9]*");
    return shaped && !text.isEmpty()
        ? "unable to parse quantity's suffix"
        : "quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  }

  private static boolean isInteger(Value value) {
    BigDecimal amount = value.quantity().toBigDecimal();
    return amount.scale() <= 0 && amount.compareTo(LEAST) >= 0 && amount.compareTo(MOST) <= 0;
  }

  private static Object integer(Value value) {
    return isInteger(value)
        ? (Object) value.quantity().toBigDecimal().longValueExact()
        : new CelError("cannot convert value to integer");
  }

  private static @Nullable Object compare(Object[] args, Comparison comparison) {
    return args[0] instanceof Value a && args[1] instanceof Value b
        ? comparison.of(Integer.signum(a.quantity().compareTo(b.quantity())))
        : null;
  }

  private static @Nullable Object sum(Object[] args, boolean minus) {
    if (!(args[0] instanceof Value left)) {
      return null;
    }
    Quantity right =
        switch (args[1]) {
          case Value value -> value.quantity();
          case Long number -> Quantity.of(number);
          default -> null;
        };
    if (right == null) {
      return null;
    }
    return new Value(minus ? left.quantity().subtract(right) : left.quantity().add(right));
  }
}
