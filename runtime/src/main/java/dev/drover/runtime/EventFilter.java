package dev.drover.runtime;

import dev.drover.api.KubernetesObject;
import dev.drover.api.Selector;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/// Decides which changes are worth a reconcile. It does not decide what the cache holds.
///
/// ```java
/// manager.controllerFor(Icecream.class).with(EventFilter.generation().or(EventFilter.labels()))
/// ```
///
/// In Go: {@index predicate.Predicate}, {@index predicate.Funcs}.
///
/// @param <T> the type of the objects
@FunctionalInterface
public interface EventFilter<T> {
  /// Whether the change is worth a reconcile.
  boolean test(Change<? extends T> change);

  /// Updates that changed what is wanted: the server counts a generation for these, and not for
  /// status and metadata. Everything else passes.
  ///
  /// In Go: {@index predicate.GenerationChangedPredicate}.
  static <T extends KubernetesObject> EventFilter<T> generation() {
    return changing(object -> object.metadata().generation());
  }

  /// Updates that changed the labels; everything that is no update.
  ///
  /// In Go: {@index predicate.LabelChangedPredicate}.
  static <T extends KubernetesObject> EventFilter<T> labels() {
    return changing(object -> object.metadata().labels());
  }

  /// Updates that changed the annotations; everything that is no update.
  ///
  /// In Go: {@index predicate.AnnotationChangedPredicate}.
  static <T extends KubernetesObject> EventFilter<T> annotations() {
    return changing(object -> object.metadata().annotations());
  }

  /// Updates that changed anything, so not those that are a resync; everything that is no update.
  ///
  /// In Go: {@index predicate.ResourceVersionChangedPredicate}.
  static <T extends KubernetesObject> EventFilter<T> resourceVersion() {
    return changing(object -> object.metadata().resourceVersion());
  }

  /// Updates that changed this part; everything that is no update.
  static <T> EventFilter<T> changing(Function<? super T, ?> part) {
    return change ->
        !(change instanceof Change.Updated<? extends T>(var before, var now))
            || !Objects.equals(part.apply(before), part.apply(now));
  }

  /// Changes of objects that are so, or were so before.
  ///
  /// In Go: {@index predicate.NewPredicateFuncs}.
  static <T> EventFilter<T> when(Predicate<? super T> wanted) {
    return change -> change.states().stream().anyMatch(wanted);
  }

  /// Changes of objects that carry these labels, or carried them before.
  ///
  /// In Go: {@index predicate.LabelSelectorPredicate}.
  static <T extends KubernetesObject> EventFilter<T> matching(Selector labels) {
    return when(object -> labels.matches(object.metadata().labels()));
  }

  /// What both let pass.
  ///
  /// In Go: {@index predicate.And}.
  default EventFilter<T> and(EventFilter<? super T> other) {
    return change -> test(change) && other.test(change);
  }

  /// What either lets pass.
  ///
  /// In Go: {@index predicate.Or}.
  default EventFilter<T> or(EventFilter<? super T> other) {
    return change -> test(change) || other.test(change);
  }

  /// What this one does not let pass.
  ///
  /// In Go: {@index predicate.Not}.
  default EventFilter<T> not() {
    return change -> !test(change);
  }
}
