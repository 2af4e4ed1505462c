package dev.drover.runtime;

/// What the workers of a controller do: the reconciler of a [Manager]'s controller, or the handlers
/// of a [SharedController].
@FunctionalInterface
interface Work {
  Result on(Attempt attempt) throws Exception;
}
