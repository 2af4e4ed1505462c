package dev.drover.bench.list;

import dev.drover.bench.harness.Access;

/// Reads all pods of a server in its own way.
@FunctionalInterface
interface Lister {
  String TARGET = "/api/v1/pods";

  /// curl and browsers get indented JSON, so no contender has a name like theirs.
  String AGENT = "drover-bench";

  Listed list(Access access) throws Exception;

  /// What was read.
  ///
  /// @param objects how many objects came out; 0 from readers that do not decode
  /// @param bytes how long the body was on the wire; 0 from readers that do not know
  /// @param held everything that came out, to be in memory at the end
  record Listed(int objects, long bytes, Object held) {}
}
