package dev.drover.informer;

import dev.drover.api.ObjectKey;
import dev.drover.client.TimeSource;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Counts what a reflector does. Written by its thread, read by any.
final class ReflectorCounters {
  private final String name;
  private final TimeSource time;
  private ReflectorStatus.Phase phase = ReflectorStatus.Phase.NEW;
  private long lists;
  private long watches;
  private long watchRestarts;
  private long events;
  private long broken;
  private long errors;
  private long items;
  private long remaining = -1;
  private String version = "";
  private Set<ObjectKey> stale = new LinkedHashSet<>();
  private Set<ObjectKey> staleInList = new LinkedHashSet<>(); // of the list that is being read
  private volatile boolean hasStale;
  private long lastEvent; // of the monotonic clock; means nothing before the first event
  private ReflectorStatus.@Nullable Failure lastError;
  private ReflectorStatus.@Nullable Relist lastRelist;

  ReflectorCounters(String name, TimeSource time) {
    this.name = name;
    this.time = time;
  }

  synchronized void phase(ReflectorStatus.Phase now) {
    phase = now;
  }

  /// A list begins, or begins again.
  synchronized void listing() {
    items = 0;
    remaining = -1;
    staleInList = new LinkedHashSet<>();
  }

  /// The list that is being read has a state of this object that could not be used; an older one
  /// stays.
  synchronized void keptInList(ObjectKey key) {
    staleInList.add(key);
  }

  /// An event had a state of this object that could not be used; an older one stays.
  synchronized void kept(ObjectKey key) {
    stale.add(key);
    hasStale = true;
  }

  /// The store has what the last event said of this object.
  void stored(ObjectKey key) {
    if (hasStale) {
      forgetStale(key);
    }
  }

  private synchronized void forgetStale(ObjectKey key) {
    stale.remove(key);
    hasStale = !stale.isEmpty();
  }

  synchronized void item() {
    items++;
  }

  synchronized void remaining(@Nullable Long more) {
    remaining = more == null ? -1 : more;
  }

  synchronized void listed(String at, int count) {
    lists++;
    items = count;
    remaining = 0;
    version = at;
    stale = staleInList;
    staleInList = new LinkedHashSet<>();
    hasStale = !stale.isEmpty();
  }

  synchronized boolean hasListed() {
    return lists > 0;
  }

  /// The store refused the list.
  synchronized void notStored(String before) {
    lists--;
    version = before;
  }

  synchronized void opened(boolean again) {
    watches++;
    watchRestarts += again ? 1 : 0;
  }

  synchronized void event() {
    events++;
    lastEvent = time.nanoTime();
  }

  synchronized void version(String seen) {
    version = seen;
  }

  synchronized String version() {
    return version;
  }

  synchronized void broken() {
    broken++;
  }

  synchronized void failed(RuntimeException error) {
    errors++;
    lastError = new ReflectorStatus.Failure(error, time.instant());
  }

  /// A new round begins. Before the first list there is nothing to be read again.
  synchronized void relisting(String why) {
    if (lists > 0) {
      lastRelist = new ReflectorStatus.Relist(why, time.instant());
    }
  }

  synchronized ReflectorStatus snapshot() {
    return new ReflectorStatus(
        name,
        phase,
        lists,
        watches,
        watchRestarts,
        events,
        broken,
        List.copyOf(stale),
        errors,
        items,
        remaining < 0 ? OptionalLong.empty() : OptionalLong.of(remaining),
        version,
        events == 0 ? Optional.empty() : Optional.of(timeOfLastEvent()),
        Optional.ofNullable(lastError),
        Optional.ofNullable(lastRelist));
  }

  private Instant timeOfLastEvent() {
    return time.instant().minusNanos(time.nanoTime() - lastEvent);
  }
}
