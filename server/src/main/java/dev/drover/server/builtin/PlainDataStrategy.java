package dev.drover.server.builtin;

import dev.drover.server.rules.DataStrategy;

/// For kinds that are plain data without further rules of their own.
record PlainDataStrategy() implements DataStrategy {}
