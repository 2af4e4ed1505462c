package dev.drover.recipes;

import dev.drover.api.Kind;
import dev.drover.recipes.set.SetOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Options of a generating handler in Lasso's style. Changed only while the handler is registered.
///
/// @param <S> the type of the status
public final class GeneratingOptions<S> {
  private final List<Kind<?>> children = new ArrayList<>();
  private SetOptions set = SetOptions.defaults();
  private StatusFields<S> fields = StatusFields.none();
  private AppliedVersions applied = AppliedVersions.off();

  private String childrenFinalizer = "";
  private Duration sweep = RecipeBuilder.SWEEP;

  GeneratingOptions() {}

  /// Kinds of children: they are cached, and a change of a child has its owner handled.
  public GeneratingOptions<S> children(Kind<?>... kinds) {
    children.addAll(List.of(kinds));
    return this;
  }

  /// Changes options of the set of children.
  public GeneratingOptions<S> set(Consumer<SetOptions.Builder> change) {
    set = set.with(change);
    return this;
  }

  /// Keeps a condition in the status.
  public GeneratingOptions<S> condition(StatusFields<S> condition) {
    fields = condition;
    return this;
  }

  /// As [GeneratingReconciler#oncePerResourceVersion].
  public GeneratingOptions<S> oncePerResourceVersion() {
    applied = AppliedVersions.on();
    return this;
  }

  /// As [RecipeBuilder#removeChildrenFirst].
  public GeneratingOptions<S> removeChildrenFirst(String finalizer) {
    childrenFinalizer = finalizer;
    return this;
  }

  /// As [RecipeBuilder#sweepEvery].
  public GeneratingOptions<S> sweepEvery(Duration period) {
    if (!period.isPositive()) {
      throw new IllegalArgumentException("need a positive period, got " + period);
    }
    sweep = period;
    return this;
  }

  String childrenFinalizer() {
    return childrenFinalizer;
  }

  Duration sweep() {
    return sweep;
  }

  List<Kind<?>> children() {
    return List.copyOf(children);
  }

  SetOptions set() {
    return set.with(o -> o.kinds(children.toArray(Kind<?>[]::new)));
  }

  StatusFields<S> fields() {
    return fields;
  }

  AppliedVersions applied() {
    return applied;
  }
}
