package dev.drover.api;

import dev.drover.api.Selector.Operator;
import dev.drover.api.text.GoText;
import java.util.ArrayList;
import java.util.List;

/// What the API server accepts as a requirement on a label, and what it says about the rest.
final class RequirementRules {
  private RequirementRules() {}

  /// Refuses what no label could ever satisfy, with every reason at once.
  static void check(String key, Operator operator, List<String> values) {
    var complaints = new ArrayList<String>();
    checkKey(complaints, "key", key);
    switch (operator) {
      case EQUALS, NOT_EQUALS -> {
        if (values.size() != 1) {
          complaints.add(invalidSet("exact-match compatibility requires one single value", values));
        }
      }
      case IN, NOT_IN -> {
        if (values.isEmpty()) {
          complaints.add(
              invalidSet("for 'in', 'notin' operators, values set can't be empty", values));
        }
      }
      case EXISTS, DOES_NOT_EXIST -> {
        if (!values.isEmpty()) {
          complaints.add(
              invalidSet("values set must be empty for exists and does not exist", values));
        }
      }
      case GREATER_THAN, LESS_THAN -> checkIntegers(complaints, values);
    }
    for (int i = 0; i < values.size(); i++) {
      var problems = Names.labelValue(values.get(i));
      if (!problems.isEmpty()) {
        complaints.add("values[%d][%s]: %s".formatted(i, key, invalid(values.get(i), problems)));
      }
    }
    if (!complaints.isEmpty()) {
      throw new IllegalArgumentException(
          complaints.size() == 1
              ? complaints.getFirst()
              : "[" + String.join(", ", complaints) + "]");
    }
  }

  /// Refuses a bad key under the name by which the caller knows it.
  static void checkKey(List<String> complaints, String path, String key) {
    var problems = Names.qualifiedName(key);
    if (!problems.isEmpty()) {
      complaints.add(path + ": " + invalid(key, problems));
    }
  }

  private static void checkIntegers(List<String> complaints, List<String> values) {
    if (values.size() != 1) {
      complaints.add(invalidSet("for 'Gt', 'Lt' operators, exactly one value is required", values));
    }
    for (int i = 0; i < values.size(); i++) {
      if (GoText.integer(values.get(i)).isEmpty()) {
        complaints.add(
            "values[%d]: %s"
                .formatted(
                    i,
                    invalid(
                        values.get(i),
                        List.of("for 'Gt', 'Lt' operators, the value must be an integer"))));
      }
    }
  }

  private static String invalidSet(String problem, List<String> values) {
    return "values: Invalid value: " + values + ": " + problem;
  }

  private static String invalid(String value, List<String> problems) {
    return "Invalid value: " + GoText.quote(value) + ": " + String.join("; ", problems);
  }
}
