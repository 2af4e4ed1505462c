package dev.drover.runtime.queue;

import dev.drover.runtime.internal.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The keys that can be handed out: a lane for each priority.
final class ReadyKeys<K> {
  private final long ageingNanos;
  private final int every;
  private final boolean fair;
  private final List<Level<K>> levels = new ArrayList<>(); // highest first; some may be empty
  private int size;
  private int turns; // handed out since the last one that came because of its age

  /// @param fair whether groups take turns within a priority
  ReadyKeys(Ageing ageing, boolean fair) {
    this.fair = fair;
    this.ageingNanos = Nanos.of(ageing.after());
    this.every = ageing.every();
  }

  int size() {
    return size;
  }

  /// Puts an entry at the end of the list of its priority.
  void add(Entry<K> entry) {
    level(entry.priority).keys().add(entry);
    size++;
  }

  private Level<K> level(int priority) {
    int index = 0;
    while (index < levels.size() && levels.get(index).priority() > priority) {
      index++;
    }
    if (index < levels.size() && levels.get(index).priority() == priority) {
      return levels.get(index);
    }
    return insert(priority);
  }

  private Level<K> insert(int priority) {
    levels.removeIf(level -> level.keys().first() == null); // so that they cannot pile up
    int index = 0;
    while (index < levels.size() && levels.get(index).priority() > priority) {
      index++;
    }
    Level<K> added = new Level<>(priority, fair ? new FairLane<>() : new EntryList<>());
    levels.add(index, added);
    return added;
  }

  void remove(Entry<K> entry) {
    level(entry.priority).keys().remove(entry);
    size--;
  }

  /// Takes out the one whose turn it is.
  @Nullable Entry<K> poll(long now) {
    if (size == 0) {
      return null;
    }
    Entry<K> entry = ++turns >= every ? oldest() : highest();
    if (turns >= every) {
      if (now - entry.at >= ageingNanos) {
        turns = 0;
      } else {
        entry = highest();
      }
    }
    remove(entry);
    return entry;
  }

  private Entry<K> highest() {
    for (Level<K> level : levels) {
      Entry<K> first = level.keys().first();
      if (first != null) {
        return first;
      }
    }
    throw new IllegalStateException("none of " + size + " found");
  }

  private Entry<K> oldest() {
    Entry<K> oldest = highest();
    for (Level<K> level : levels) {
      Entry<K> first = level.keys().first();
      if (first != null && first.at - oldest.at < 0) {
        oldest = first;
      }
    }
    return oldest;
  }

  /// The first so many in the order of their priority.
  List<Entry<K>> first(int count) {
    List<Entry<K>> result = new ArrayList<>();
    for (Level<K> level : levels) {
      result.addAll(level.keys().first(count - result.size()));
    }
    return result;
  }

  /// The keys of one priority.
  private record Level<K>(int priority, Lane<K> keys) {}
}
