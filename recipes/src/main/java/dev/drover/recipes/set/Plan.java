package dev.drover.recipes.set;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What a [DesiredSet] would do: a value to print, to compare and to assert in a test.
///
/// ```
/// set shop of Icecream.example.com shop/vanilla
///   + ConfigMap shop/prices
///   ~ Deployment.apps shop/web (spec.replicas)
///   - Service shop/old
/// ```
///
/// @param set the set and its owner
/// @param steps in the order in which they are carried out: objects to apply by dependency, then
///   objects to delete in the reverse order
public record Plan(String set, List<Step> steps) {
  /// The steps are copied.
  public Plan {
    steps = List.copyOf(steps);
  }

  /// Whether everything is as described: to carry out the plan sends nothing.
  public boolean isEmpty() {
    return steps.stream().allMatch(step -> step instanceof Step.Keep);
  }

  /// The steps of one type, in order.
  public <S extends Step> List<S> steps(Class<S> type) {
    return steps.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /// The lines that a later plan has and this one has not (`> …`), and those that it has no longer
  /// (`< …`).
  public List<String> differenceTo(Plan later) {
    List<String> before = steps.stream().map(Step::line).toList();
    List<String> after = later.steps.stream().map(Step::line).toList();
    List<String> lines = new ArrayList<>();
    before.stream().filter(line -> !after.contains(line)).forEach(l -> lines.add("< " + l));
    after.stream().filter(line -> !before.contains(line)).forEach(l -> lines.add("> " + l));
    return List.copyOf(lines);
  }

  /// One line for each step; no values of fields, which may be secret.
  @Override
  public String toString() {
    return steps.stream()
        .map(step -> "\n  " + step.line())
        .collect(Collectors.joining("", set, ""));
  }
}
