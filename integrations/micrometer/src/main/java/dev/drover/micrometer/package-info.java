/// The numbers of controllers in Micrometer, under controller-runtime's names.
@NullMarked
package dev.drover.micrometer;

import org.jspecify.annotations.NullMarked;
