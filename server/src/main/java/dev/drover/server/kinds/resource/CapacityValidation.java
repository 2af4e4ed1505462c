package dev.drover.server.kinds.resource;

import dev.drover.api.Quantity;
import dev.drover.server.validation.FieldValidator;
import java.util.ArrayList;
import java.util.List;

/// Validates the capacity of devices and the capacity that requests consume.
final class CapacityValidation {
  private static final int MAX_VALUES = 10;

  private CapacityValidation() {}

  /// @param isShared whether several claims can have a part of the device
  static void check(FieldValidator capacity, boolean isShared) {
    FieldValidator policy = capacity.child("requestPolicy");
    if (!policy.isPresent()) {
      return;
    }
    FieldValidator values = policy.child("validValues");
    FieldValidator range = policy.child("validRange");
    if (!isShared) {
      policy.forbidden("allowMultipleAllocations must be true");
    } else if (values.size() > 0 && range.isPresent()) {
      policy.forbidden(
          "exactly one policy can be specified, cannot specify \"validValues\" and \"validRange\""
              + " at the same time");
    } else if (values.size() > 0) {
      if (needsDefault(policy, "validValues")) {
        checkValues(values, amount(policy.child("default")), amount(capacity.child("value")));
      }
    } else if (range.isPresent() && needsDefault(policy, "validRange")) {
      checkRange(range, amount(policy.child("default")), amount(capacity.child("value")));
    }
  }

  private static boolean needsDefault(FieldValidator policy, String field) {
    if (!policy.has("default")) {
      policy.child("default").required("required when " + field + " is defined");
    }
    return policy.has("default");
  }

  private static Quantity amount(FieldValidator place) {
    return place.isPresent() ? Quantity.parse(place.text()) : Quantity.ZERO;
  }

  private static void checkValues(FieldValidator values, Quantity usual, Quantity max) {
    List<Quantity> amounts = new ArrayList<>();
    for (FieldValidator value : values.items()) {
      if (!amounts.isEmpty() && amounts.getLast().compareTo(amount(value)) > 0) {
        value.invalid("values must be sorted in ascending order");
      }
      amounts.add(amount(value));
    }
    BoundedLists.checkSet(
        values,
        MAX_VALUES,
        value -> {
          if (amount(value).compareTo(max) > 0) {
            value.invalid("option is larger than capacity value: " + max.text());
          }
        },
        value -> Long.toString(amount(value).toLong()));
    boolean hasUsual =
        values.size() <= MAX_VALUES && amounts.stream().anyMatch(it -> it.compareTo(usual) == 0);
    if (!hasUsual) {
      values.invalid(usual.text(), "default value is not valid according to the requestPolicy");
    }
  }

  private static void checkRange(FieldValidator range, Quantity usual, Quantity capacity) {
    FieldValidator low = range.child("min");
    if (!low.isPresent()) {
      low.required("required when validRange is defined");
      return;
    }
    Quantity min = amount(low);
    if (min.compareTo(capacity) > 0) {
      low.invalid("min is larger than capacity value: " + capacity.text());
    }
    if (usual.compareTo(min) < 0) {
      low.invalid(usual.text(), "default is less than min: " + min.text());
    }
    range.child("max").ifPresent(high -> checkMax(high, min, usual, capacity));
    range.child("step").ifPresent(step -> checkStep(range, step, usual, capacity));
  }

  private static void checkMax(
      FieldValidator high, Quantity min, Quantity usual, Quantity capacity) {
    Quantity max = amount(high);
    if (min.compareTo(max) > 0) {
      high.invalid(min.text(), "min is larger than max: " + max.text());
    }
    if (max.compareTo(capacity) > 0) {
      high.invalid("max is larger than capacity value: " + capacity.text());
    }
    if (usual.compareTo(max) > 0) {
      high.invalid(usual.text(), "default is more than max: " + max.text());
    }
  }

  private static void checkStep(
      FieldValidator range, FieldValidator place, Quantity usual, Quantity capacity) {
    Quantity min = amount(range.child("min"));
    Quantity step = amount(place);
    Quantity next = min.add(step);
    if (next.compareTo(capacity) > 0) {
      place.invalid(
          "one step " + next.text() + " is larger than capacity value: " + capacity.text());
    }
    checkMultiple(place, usual, min, step);
    range.child("max").ifPresent(max -> checkMultiple(place, amount(max), min, step));
  }

  /// A step of nothing leads nowhere; kube-apiserver breaks off then, without an answer.
  private static void checkMultiple(
      FieldValidator place, Quantity value, Quantity min, Quantity step) {
    if (step.toLong() != 0 && (value.toLong() - min.toLong()) % step.toLong() != 0) {
      place.invalid(
          value.text(),
          "value is not a multiple of a given step ("
              + step.text()
              + ") from ("
              + min.text()
              + ")");
    }
  }
}
