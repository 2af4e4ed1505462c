package dev.drover.recipes.condition;

/// Computes the summary of the objects of one built-in kind.
@FunctionalInterface
interface StatusRule {
  Summary summary(StatusView view);
}
