/// From text to the syntax tree, macros expanded. Start at Parser.
@NullMarked
package dev.drover.cel.parser;

import org.jspecify.annotations.NullMarked;
