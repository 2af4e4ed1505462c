/// The functions by the identity of their overload. Start at Functions.
@NullMarked
package dev.drover.cel.library;

import org.jspecify.annotations.NullMarked;
