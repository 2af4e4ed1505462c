package dev.drover.client;

import java.util.function.BiConsumer;

/// Options that go into the query of a request.
@FunctionalInterface
public interface QueryParameters {
  /// Calls `add` with each name and value; empty values are left out.
  void write(BiConsumer<String, String> add);
}
