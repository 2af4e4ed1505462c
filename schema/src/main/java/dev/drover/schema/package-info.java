/// The type table of the built-in kinds.
@NullMarked
package dev.drover.schema;

import org.jspecify.annotations.NullMarked;
