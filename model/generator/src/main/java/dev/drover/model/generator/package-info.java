/// Turns the type table into the classes of the model.
@NullMarked
package dev.drover.model.generator;

import org.jspecify.annotations.NullMarked;
