/// Owns the threads of Drover's components; for the modules of Drover only.
@NullMarked
package dev.drover.api.lifecycle;

import org.jspecify.annotations.NullMarked;
