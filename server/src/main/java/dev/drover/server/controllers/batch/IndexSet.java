package dev.drover.server.controllers.batch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Indexes of an indexed job, as its status writes them: `1,3-5,7`.
final class IndexSet {
  private final BitSet indexes = new BitSet();

  /// Reads indexes; parts that are none are left out.
  ///
  /// @param completions one more than the largest possible index
  static IndexSet parse(String text, long completions) {
    IndexSet set = new IndexSet();
    for (String part : text.isEmpty() ? List.<String>of() : List.of(text.split(","))) {
      if (part.matches("\\d{1,9}(-\\d{1,9})?")) {
        int dash = part.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
        int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
        set.indexes.set(first, Math.max(first, last) + 1);
      }
    }
    set.indexes.clear((int) completions, Math.max((int) completions, set.indexes.length()));
    return set;
  }

  void add(int index) {
    indexes.set(index);
  }

  boolean has(int index) {
    return indexes.get(index);
  }

  int size() {
    return indexes.cardinality();
  }

  /// How many indexes both sets have.
  int common(IndexSet other) {
    BitSet both = (BitSet) indexes.clone();
    both.and(other.indexes);
    return both.cardinality();
  }

  /// Neighbours are joined if there are more than two.
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    for (int first = indexes.nextSetBit(0); first >= 0; ) {
      int end = indexes.nextClearBit(first);
      int last = end - 1;
      parts.add(
          last == first ? "" + first : last == first + 1 ? first + "," + last : first + "-" + last);
      first = indexes.nextSetBit(end);
    }
    return String.join(",", parts);
  }
}
