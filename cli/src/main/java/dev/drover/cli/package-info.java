/// The commands of `./drover` that are Java programs.
@NullMarked
package dev.drover.cli;

import org.jspecify.annotations.NullMarked;
