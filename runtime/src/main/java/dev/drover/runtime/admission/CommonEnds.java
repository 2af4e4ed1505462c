package dev.drover.runtime.admission;

import java.util.List;
import java.util.Objects;

/// The numbers of items that two lists have in common at their beginnings and at their ends.
record CommonEnds(int head, int tail) {
  static CommonEnds of(List<?> one, List<?> other) {
    int most = Math.min(one.size(), other.size());
    int head = 0;
    while (head < most && Objects.equals(one.get(head), other.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < most - head
        && Objects.equals(one.get(one.size() - 1 - tail), other.get(other.size() - 1 - tail))) {
      tail++;
    }
    return new CommonEnds(head, tail);
  }
}
