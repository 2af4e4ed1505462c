/// Texts in the forms of Go's libraries (numbers, quotes, times, durations), and texts that are
/// safe to print.
///
/// Exported to Drover's own modules.
@NullMarked
package dev.drover.api.text;

import org.jspecify.annotations.NullMarked;
