package dev.drover.server.storage;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Keeps the trees of objects that were written or read recently. [StoredObject] has the tree of
/// any other version only as long as another part of the server holds it, and parses it again when
/// it is needed: as JSON an object takes a fraction of the memory.
///
/// Bounded by bytes of JSON, the oldest go first. Safe for any number of threads.
final class RecentTrees {
  private static final int SHARE = 128; // of the heap, in JSON; a tree takes about four times that

  private record Entry(Map<String, @Nullable Object> tree, int bytes) {}

  private final long capacity;
  private final Queue<Entry> entries = new ArrayDeque<>(); // guarded by this
  private long bytes; // guarded by this

  /// @param capacity in bytes of JSON
  RecentTrees(long capacity) {
    this.capacity = capacity;
  }

  /// As many as the heap has room for.
  static RecentTrees ofHeap() {
    return new RecentTrees(Runtime.getRuntime().maxMemory() / SHARE);
  }

  /// Keeps a tree until enough others came after it.
  ///
  /// @param size of its JSON in bytes
  synchronized void add(Map<String, @Nullable Object> tree, int size) {
    entries.add(new Entry(tree, size));
    bytes += size;
    while (bytes > capacity) {
      bytes -= entries.remove().bytes();
    }
  }
}
