/// Types and overloads of a syntax tree, and an estimate of its cost. Start at Checker.
@NullMarked
package dev.drover.cel.checker;

import org.jspecify.annotations.NullMarked;
