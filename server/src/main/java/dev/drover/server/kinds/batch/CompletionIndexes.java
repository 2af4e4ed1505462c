package dev.drover.server.kinds.batch;

import dev.drover.api.text.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The completed indexes of an indexed job, written as intervals: `1,3-5,7`.
///
/// @param intervals those that could be read
/// @param total how many indexes there are; 0 if there is a complaint
/// @param complaint what is wrong, or empty
record CompletionIndexes(List<Interval> intervals, long total, String complaint) {
  /// A run of indexes, both ends included.
  record Interval(long first, long last) {}

  /// Reads indexes.
  ///
  /// @param completions one more than the largest possible index
  static CompletionIndexes parse(String text, long completions) {
    List<Interval> intervals = new ArrayList<>();
    String complaint = "";
    long total = 0;
    long last = -1;
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      List<String> complaints = new ArrayList<>();
      Optional<Interval> interval = interval(part, completions, complaints);
      if (interval.isPresent() && !intervals.isEmpty() && last >= interval.get().first()) {
        complaints.add(
            "non-increasing order, previous: %d, current: %d"
                .formatted(last, interval.get().first()));
      }
      complaint = complaint.isEmpty() && !complaints.isEmpty() ? complaints.getFirst() : complaint;
      if (interval.isPresent()) {
        intervals.add(interval.get());
        last = interval.get().last();
        total += last - interval.get().first() + 1;
      }
    }
    return new CompletionIndexes(intervals, complaint.isEmpty() ? total : 0, complaint);
  }

  private static Optional<Interval> interval(
      String text, long completions, List<String> complaints) {
    String[] ends = text.split("-", -1);
    if (ends.length > 2) {
      complaints.add(
          ("the fragment %s violates the requirement that an index interval can have at most two"
                  + " parts separated by '-'")
              .formatted(GoText.quote(text)));
      return Optional.empty();
    }
    Optional<Long> first = index(ends[0], completions, complaints);
    if (first.isEmpty() || ends.length == 1) {
      return first.map(index -> new Interval(index, index));
    }
    Optional<Long> last = index(ends[1], completions, complaints);
    if (last.isPresent() && first.get() >= last.get()) {
      complaints.add(
          "non-increasing order, previous: %d, current: %d".formatted(first.get(), last.get()));
      return Optional.empty();
    }
    return last.map(index -> new Interval(first.get(), index));
  }

  private static Optional<Long> index(String text, long completions, List<String> complaints) {
    long index;
    try {
      index = Long.parseLong(text);
    } catch (NumberFormatException e) {
      complaints.add("cannot convert string to integer for index: " + GoText.quote(text));
      return Optional.empty();
    }
    if (index >= completions) {
      complaints.add("too large index: " + GoText.quote(text));
      return Optional.empty();
    }
    return Optional.of(index);
  }

  /// The first index that is in both, looking at the intervals in the order they are written.
  ///
  /// In Go: `validateFailedIndexesNotOverlapCompleted`.
  Optional<Long> overlap(CompletionIndexes other) {
    int mine = 0;
    int theirs = 0;
    while (mine < intervals.size() && theirs < other.intervals.size()) {
      Interval a = intervals.get(mine);
      Interval b = other.intervals.get(theirs);
      if (a.first() <= b.last() && b.first() <= a.last()) {
        return Optional.of(Math.max(a.first(), b.first()));
      }
      if (a.first() <= b.first()) {
        mine++;
      } else {
        theirs++;
      }
    }
    return Optional.empty();
  }
}
