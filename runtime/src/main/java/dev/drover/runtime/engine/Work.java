package dev.drover.runtime.engine;

import dev.drover.runtime.Result;

/// What the workers of a controller do: the reconciler of a manager's controller, or the handlers
/// of a shared controller.
@FunctionalInterface
public interface Work {
  Result on(Attempt attempt) throws Exception;
}
