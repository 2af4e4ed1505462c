/// Evaluation of checked expressions, with the cost counted.
///
/// Reading order:
/// 1. `Planner`: turns a checked expression into a `Plan`, a tree of `Node`s; constant parts are
///    computed once.
/// 2. `Run` and `Frame`: one evaluation, its cost so far, and the names that are visible.
/// 3. The nodes: `Constant`, `Attribute` with `Step`, `CallNode`, `Logic`, `Aggregate`, and `Fold`
///    with `GrowingList` for loops.
/// 4. `RuntimeCosts`: the cost of a call by the values of its arguments.
@NullMarked
package dev.drover.cel.eval;

import org.jspecify.annotations.NullMarked;
