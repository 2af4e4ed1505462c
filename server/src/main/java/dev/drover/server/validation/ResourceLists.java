package dev.drover.server.validation;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;

/// Amounts by the name of a resource: `limits`, `requests`, `capacity`, `overhead`.
///
/// In Go: {@index v1.ResourceList}.
public final class ResourceLists {
  private static final int MILLI = 3; // decimal places that the API keeps

  private ResourceLists() {}

  /// The amounts in a field; values that are no quantities are left out.
  public static Map<String, Quantity> read(TreeNode owner, String field) {
    Map<String, Quantity> amounts = new TreeMap<>();
    owner.textMap(field).forEach((name, text) -> amounts.put(name, Quantity.parse(text)));
    return amounts;
  }

  /// Writes amounts to a field.
  public static void write(TreeNode owner, String field, Map<String, Quantity> amounts) {
    TreeNode list = owner.remove(field).orCreate(field);
    amounts.forEach((name, amount) -> list.set(name, amount.text()));
  }

  /// Rounds the amounts in a field up to thousandths, which is all that the API keeps.
  public static void setDefaults(TreeNode owner, String field) {
    TreeNode list = owner.at(field);
    owner
        .textMap(field)
        .forEach((name, text) -> list.set(name, rounded(Quantity.parse(text)).text()));
  }

  private static Quantity rounded(Quantity amount) {
    var exact = amount.toBigDecimal();
    return exact.scale() <= MILLI
        ? amount
        : Quantity.of(exact.setScale(MILLI, RoundingMode.UP), amount.format());
  }

  /// Adds amounts to a sum.
  public static void add(Map<String, Quantity> sum, Map<String, Quantity> more) {
    more.forEach((name, amount) -> sum.merge(name, amount, Quantity::add));
  }

  /// Raises amounts to at least those given.
  public static void raise(Map<String, Quantity> amounts, Map<String, Quantity> atLeast) {
    atLeast.forEach(
        (name, amount) ->
            amounts.merge(name, amount, (had, need) -> need.compareTo(had) > 0 ? need : had));
  }
}
