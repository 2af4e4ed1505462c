package dev.drover.informer;

import dev.drover.informer.store.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/// A backlog that keeps every notification, up to a bound.
final class BoundedBacklog<T> implements Backlog<T> {
  private final int bound;
  private final Queue<Change<T>> waiting = new ArrayDeque<>();

  BoundedBacklog(int bound) {
    this.bound = bound;
  }

  @Override
  public int size() {
    return waiting.size();
  }

  @Override
  public int bound() {
    return bound;
  }

  @Override
  public long coalesced() {
    return 0;
  }

  @Override
  public boolean add(Change<T> notification) {
    return waiting.size() < bound && waiting.add(notification);
  }

  @Override
  public List<Change<T>> poll(int limit) {
    int count = Math.min(limit, waiting.size());
    List<Change<T>> next = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      next.add(waiting.remove());
    }
    return next;
  }

  @Override
  public void clear() {
    waiting.clear();
  }
}
