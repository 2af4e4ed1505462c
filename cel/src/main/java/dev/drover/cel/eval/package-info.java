/// Evaluation of checked expressions, with the cost counted. Start at Planner.
@NullMarked
package dev.drover.cel.eval;

import org.jspecify.annotations.NullMarked;
