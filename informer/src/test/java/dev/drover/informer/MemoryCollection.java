package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.ObjectKey;
import dev.drover.api.Status;
import dev.drover.api.WatchEvent;
import dev.drover.api.codec.ListSink;
import dev.drover.client.ListOptions;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiFunction;

/// A collection in memory that can be listed and watched, with no server and no network: for tests
/// that want to say exactly what comes when.
public final class MemoryCollection<T extends KubernetesObject> implements ListerWatcher<T> {
  private static final Status EXPIRED =
      Status.builder().code(410).reason("Expired").message("too old resource version").build();

  private final BiFunction<T, String, T> withVersion;
  private final Map<ObjectKey, T> objects = new TreeMap<>();
  private final List<Stream> streams = new ArrayList<>();
  private final NavigableMap<Long, WatchEvent<T>> log = new TreeMap<>();
  private long version = 100;
  private long oldest; // changes before it are forgotten
  private RuntimeException refusal;
  private int lists;

  /// @param withVersion gives an object a version
  public MemoryCollection(BiFunction<T, String, T> withVersion) {
    this.withVersion = withVersion;
  }

  /// Creates the object, or replaces it.
  public synchronized T put(T object) {
    T stored = withVersion.apply(object, Long.toString(++version));
    boolean isNew = objects.put(stored.key(), stored) == null;
    send(isNew ? new WatchEvent.Added<>(stored) : new WatchEvent.Modified<>(stored));
    return stored;
  }

  public synchronized void delete(String namespace, String name) {
    T gone = objects.remove(ObjectKey.of(namespace, name));
    send(new WatchEvent.Deleted<>(withVersion.apply(gone, Long.toString(++version))));
  }

  public synchronized void bookmark() {
    version++;
    send(new WatchEvent.Bookmark<>(Long.toString(version), false));
  }

  /// Deletes the object with an event that has this version.
  public synchronized void remove(String namespace, String name, String eventVersion) {
    T gone = objects.remove(ObjectKey.of(namespace, name));
    inject(new WatchEvent.Deleted<>(withVersion.apply(gone, eventVersion)));
  }

  /// Sends an event to all watches, whatever there is.
  public synchronized void inject(WatchEvent<T> event) {
    version++;
    send(event);
  }

  private void send(WatchEvent<T> event) {
    log.put(version, event);
    streams.forEach(stream -> stream.events.add(event));
  }

  /// Changes that no watch tells of: all watches end, and the past is forgotten, so that a list
  /// must be read again.
  public synchronized void unwatched(Runnable changes) {
    streams.forEach(Stream::close);
    streams.clear();
    changes.run();
    version++;
    oldest = version;
    log.clear();
  }

  /// From now on lists fail.
  public synchronized void refuse(RuntimeException why) {
    refusal = why;
  }

  public synchronized Map<ObjectKey, T> content() {
    return Map.copyOf(objects);
  }

  /// How often a list was read.
  public synchronized int lists() {
    return lists;
  }

  public synchronized String version() {
    return Long.toString(version);
  }

  @Override
  public synchronized ListMeta list(ListOptions options, ListSink<? super T> sink) {
    if (refusal != null) {
      throw refusal;
    }
    lists++;
    objects.values().forEach(sink::item);
    return ListMeta.builder().resourceVersion(Long.toString(version)).build();
  }

  @Override
  public synchronized WatchStream<T> watch(WatchOptions options) {
    Stream stream = new Stream();
    long from = Long.parseLong(options.resourceVersion());
    if (from < oldest) {
      stream.events.add(new WatchEvent.Failed<>(EXPIRED));
      return stream;
    }
    stream.events.addAll(log.tailMap(from, false).values());
    streams.add(stream);
    return stream;
  }

  @Override
  public boolean canStreamLists() {
    return false;
  }

  private final class Stream implements WatchStream<T> {
    final LinkedBlockingQueue<Object> events = new LinkedBlockingQueue<>();
    private WatchEvent<T> next;
    private boolean ended;

    @Override
    @SuppressWarnings("unchecked") // only events and the stream itself, as the end, are put in
    public boolean hasNext() {
      if (next == null && !ended) {
        try {
          Object taken = events.take();
          ended = taken == this;
          next = ended ? null : (WatchEvent<T>) taken;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          ended = true;
        }
      }
      return next != null;
    }

    @Override
    public WatchEvent<T> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      WatchEvent<T> event = next;
      next = null;
      return event;
    }

    @Override
    public void close() {
      events.add(this);
    }
  }
}
