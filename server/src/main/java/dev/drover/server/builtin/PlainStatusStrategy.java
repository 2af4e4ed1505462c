package dev.drover.server.builtin;

import dev.drover.server.rules.StatusStrategy;

/// For kinds with a status and no further rules of their own.
///
/// @param hasGeneration whether objects carry a generation
record PlainStatusStrategy(boolean hasGeneration) implements StatusStrategy {}
