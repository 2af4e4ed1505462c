/// Types and overloads of a syntax tree, and an estimate of its cost.
///
/// Reading order:
/// 1. `Checker`: gives each node a type; the result is `Checked`.
/// 2. `Declarations` (functions with their overloads) and `TypeProvider` (fields of objects): what
///    expressions can name. `Unifier` decides whether a type fits.
/// 3. `Validators` and `FormatCheck`: literals that can only fail at run time are errors here.
/// 4. `CostEstimator`: the least and the greatest cost as a `Range`, from the sizes that a
///    `SizeOracle` knows; `CallCosts` and `LibraryCosts` have the costs of functions.
@NullMarked
package dev.drover.cel.checker;

import org.jspecify.annotations.NullMarked;
