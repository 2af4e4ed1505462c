package dev.drover.runtime.internal;

import java.util.LinkedHashMap;
import java.util.Map;

/// A map that keeps its most recently used entries. Not thread safe.
public final class LruMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;
  private static final int REMEMBERED = 4096;

  public LruMap() {
    super(64, 0.75f, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > REMEMBERED;
  }
}
