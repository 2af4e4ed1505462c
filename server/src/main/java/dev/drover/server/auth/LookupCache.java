package dev.drover.server.auth;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A bounded cache of results that can be computed again, such as whether a signature is valid.
/// Drops all of them when they become too many. Safe for any number of threads.
final class LookupCache<K, V> {
  private static final int MAX = 1000;

  private final Map<K, V> known = new ConcurrentHashMap<>();

  @Nullable V get(K key) {
    return known.get(key);
  }

  void put(K key, V value) {
    if (known.size() >= MAX) {
      known.clear();
    }
    known.put(key, value);
  }

  @Override
  public String toString() {
    return "LookupCache[" + known.size() + "]"; // keys may be secrets
  }
}
