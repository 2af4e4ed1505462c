package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import dev.drover.informer.ObjectSink;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The waiting objects of a queue, as a store.
final class QueueStore<T> implements Store<T> {
  private final ObjectSink<T> queue;
  private final Content<T> content;

  /// The content of a queue. Any number of threads.
  interface Content<T> {
    /// The newest state of each object that waits, without those whose deletion waits.
    Map<ObjectKey, T> objects();

    /// The key of an object.
    ObjectKey keyOf(T object);

    /// The version of the last write.
    String resourceVersion();
  }

  QueueStore(ObjectSink<T> queue, Content<T> content) {
    this.queue = queue;
    this.content = content;
  }

  @Override
  public void add(T object) {
    queue.add(object);
  }

  @Override
  public void update(T object) {
    queue.update(object);
  }

  @Override
  public void delete(T object) {
    queue.delete(object);
  }

  @Override
  public void replace(Collection<? extends T> objects, String resourceVersion) {
    queue.replace(objects, resourceVersion);
  }

  @Override
  public void bookmark(String resourceVersion) {
    queue.bookmark(resourceVersion);
  }

  @Override
  public void resync() {
    queue.resync();
  }

  @Override
  public void flush() {
    queue.flush();
  }

  @Override
  public List<T> list() {
    return List.copyOf(content.objects().values());
  }

  @Override
  public List<ObjectKey> listKeys() {
    return List.copyOf(content.objects().keySet());
  }

  @Override
  public Optional<T> getByKey(ObjectKey key) {
    return Optional.ofNullable(content.objects().get(key));
  }

  @Override
  public ObjectKey keyOf(T object) {
    return content.keyOf(object);
  }

  @Override
  public String resourceVersion() {
    return content.resourceVersion();
  }
}
