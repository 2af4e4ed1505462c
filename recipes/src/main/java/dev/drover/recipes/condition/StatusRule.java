package dev.drover.recipes.condition;

/// Judges the objects of one built-in kind.
@FunctionalInterface
interface StatusRule {
  Summary summary(StatusView view);
}
