package dev.drover.runtime.events;

import java.time.Duration;
import java.util.List;

/// Remembers the written events, so that repeated ones are counted instead of written again.
/// Belongs to one thread; never larger than a number of entries.
interface EventBook {
  /// How many events are remembered.
  int CAPACITY = 4096;

  /// How often [#look] wants to be called.
  Duration LOOK = Duration.ofMinutes(6);

  /// What to write because something happened; nothing if it is only counted, or too much.
  List<EventWrite> record(Occurrence occurrence);

  /// What to write because time has passed.
  List<EventWrite> look(long now);

  /// What to write because nothing will be recorded any more.
  List<EventWrite> finish();

  /// How many occurrences were left out because there were too many.
  long limited();
}
