package dev.drover.runtime.internal;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A bounded map whose entries expire; the oldest makes room for a new one. Thread safe.
final class ExpiringMap<K, V> {
  private static final int SIZE = 1_000;

  private final TimeSource time;
  private final Map<K, Entry<V>> entries = new LinkedHashMap<>(); // guarded by this

  private record Entry<V>(V value, long until) {}

  ExpiringMap(TimeSource time) {
    this.time = time;
  }

  synchronized Optional<V> get(K key) {
    Entry<V> found = entries.get(key);
    if (found == null) {
      return Optional.empty();
    }
    if (time.nanoTime() - found.until >= 0) {
      entries.remove(key);
      return Optional.empty();
    }
    return Optional.of(found.value);
  }

  synchronized void put(K key, V value, Duration keep) {
    entries.remove(key); // so that it is the youngest
    entries.put(key, new Entry<>(value, time.nanoTime() + keep.toNanos()));
    if (entries.size() > SIZE) {
      entries.remove(entries.keySet().iterator().next());
    }
  }
}
