/// Owns the threads of Drover's components; for the modules of Drover only.
@NullMarked
package dev.drover.client.lifecycle;

import org.jspecify.annotations.NullMarked;
