/// The types of CEL and the values that Java has no type for.
@NullMarked
package dev.drover.cel.types;

import org.jspecify.annotations.NullMarked;
