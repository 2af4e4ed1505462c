/// The clients of others, and ours, as guests of the embedded server.
@NullMarked
package dev.drover.guests;

import org.jspecify.annotations.NullMarked;
