/// What the console costs a manager: `ConsoleBench` compares one without, one whose console has no
/// viewer, and one with a viewer.
package dev.drover.bench.console;
