/// The wire format of admission reviews, and the patch of a changed object. Not for users.
@NullMarked
package dev.drover.runtime.admission;

import org.jspecify.annotations.NullMarked;
