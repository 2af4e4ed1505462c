package dev.drover.informer;

import dev.drover.api.ObjectKey;
import dev.drover.informer.classic.Store;
import dev.drover.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A store that remembers what was done to it, and that tests can wait for.
final class RecordingStore implements Store<ConfigMap> {
  private final TreeMap<ObjectKey, ConfigMap> objects = new TreeMap<>();
  private final List<String> writes = new ArrayList<>();
  private String version = "";
  private RuntimeException refusal;

  /// What was done so far, such as `add a@6`, and is then forgotten.
  synchronized List<String> writes() {
    List<String> done = List.copyOf(writes);
    writes.clear();
    return done;
  }

  /// Waits until it has exactly this, such as `a@6 b@7`.
  synchronized void await(String content) throws InterruptedException {
    long end = System.nanoTime() + 20_000_000_000L;
    while (!content().equals(content)) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new AssertionError("expected '" + content + "', has '" + content() + "'");
      }
      wait(left);
    }
  }

  /// Waits until this was done.
  synchronized void awaitWrite(String write) throws InterruptedException {
    long end = System.nanoTime() + 20_000_000_000L;
    while (!writes.contains(write)) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new AssertionError("expected '" + write + "', was " + writes);
      }
      wait(left);
    }
  }

  synchronized String content() {
    return text(objects.values());
  }

  private static String text(Collection<? extends ConfigMap> objects) {
    return objects.stream().map(RecordingStore::text).collect(Collectors.joining(" "));
  }

  private static String text(ConfigMap object) {
    return object.name() + "@" + object.metadata().resourceVersion();
  }

  /// The next write fails.
  synchronized void refuse(RuntimeException e) {
    refusal = e;
  }

  private void done(String write) {
    RuntimeException e = refusal;
    refusal = null;
    if (e != null) {
      throw e;
    }
    writes.add(write);
    notifyAll();
  }

  @Override
  public synchronized void add(ConfigMap object) {
    done("add " + text(object));
    objects.put(object.key(), object);
  }

  @Override
  public synchronized void update(ConfigMap object) {
    done("update " + text(object));
    objects.put(object.key(), object);
  }

  @Override
  public synchronized void delete(ConfigMap object) {
    done("delete " + text(object));
    objects.remove(object.key());
  }

  @Override
  public synchronized List<ConfigMap> list() {
    return List.copyOf(objects.values());
  }

  @Override
  public synchronized List<ObjectKey> listKeys() {
    return List.copyOf(objects.keySet());
  }

  @Override
  public synchronized Optional<ConfigMap> getByKey(ObjectKey key) {
    return Optional.ofNullable(objects.get(key));
  }

  @Override
  public ObjectKey keyOf(ConfigMap object) {
    return object.key();
  }

  @Override
  public synchronized void replace(Collection<? extends ConfigMap> all, String resourceVersion) {
    done("replace [" + text(all) + "] " + resourceVersion);
    objects.clear();
    all.forEach(object -> objects.put(object.key(), object));
    version = resourceVersion;
  }

  @Override
  public synchronized void resync() {
    done("resync");
  }

  @Override
  public synchronized String resourceVersion() {
    return version;
  }

  @Override
  public synchronized void bookmark(String resourceVersion) {
    done("bookmark " + resourceVersion);
    version = resourceVersion;
  }
}
