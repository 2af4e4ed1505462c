package dev.drover.server.storage;

import static dev.drover.server.storage.ConfigMaps.RESOURCE;
import static dev.drover.server.storage.ConfigMaps.key;
import static dev.drover.server.storage.ConfigMaps.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.core.ApiError;
import dev.drover.server.storage.WatchSignal.Changed;
import java.lang.ref.WeakReference;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class StoreConcurrencyTest {
  private static final int WRITERS = 8;
  private static final int WRITES = 1_500;
  private static final int WATCHERS = 24;

  private final Store store =
      new Store(Store.Options.DEFAULT.withHistory(100_000), InstantSource.system());

  @Test
  void everyWatcherSeesEveryChangeOnceAndInOrder() throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int seed = i;
        writers.add(threads.submit(() -> writeAtRandom(new Random(seed))));
      }
      List<Future<Map<String, StoredObject>>> watchers = new ArrayList<>();
      for (int i = 0; i < WATCHERS; i++) {
        String namespace = List.of("", "a", "b").get(i % 3);
        Callable<Map<String, StoredObject>> watcher =
            i % 2 == 0 ? () -> listAndWatch(namespace) : () -> watchFromNothing(namespace);
        watchers.add(threads.submit(watcher));
      }
      for (Future<Void> writer : writers) {
        writer.get();
      }
      ConfigMaps.create(store, "a", "last");
      ConfigMaps.create(store, "b", "last");
      for (int i = 0; i < WATCHERS; i++) {
        assertThat(watchers.get(i).get()).isEqualTo(present(List.of("", "a", "b").get(i % 3)));
      }
    }
  }

  private @Nullable Void writeAtRandom(Random random) {
    for (int i = 0; i < WRITES; i++) {
      String namespace = random.nextBoolean() ? "a" : "b";
      String name = "n" + random.nextInt(40);
      Optional<StoredObject> before = store.get(key(namespace, name));
      if (before.isEmpty()) {
        createUnlessFaster(namespace, name);
      } else if (random.nextInt(4) == 0) {
        store.delete(before.get());
      } else {
        store.replace(before.get(), tree(namespace, name, random.nextLong()));
      }
    }
    return null;
  }

  private void createUnlessFaster(String namespace, String name) {
    try {
      ConfigMaps.create(store, namespace, name);
    } catch (ApiError e) {
      assertThat(e.status().reason()).isEqualTo("AlreadyExists"); // another writer was faster
    }
  }

  private Map<String, StoredObject> listAndWatch(String namespace) throws InterruptedException {
    ListPage list = store.list(ListQuery.of(RESOURCE).in(namespace));
    Map<String, StoredObject> copy = new HashMap<>();
    list.items().forEach(object -> copy.put(object.key().path(), object));
    WatchQuery query = WatchQuery.of(RESOURCE).in(namespace);
    try (Watch watch = store.watch(query.from(Long.toString(list.revision())))) {
      return follow(watch, list.revision(), copy, namespace);
    }
  }

  private Map<String, StoredObject> watchFromNothing(String namespace) throws InterruptedException {
    WatchQuery query =
        WatchQuery.of(RESOURCE).in(namespace).withInitialEvents(true).withBookmarks(true);
    Map<String, StoredObject> copy = new HashMap<>();
    try (Watch watch = store.watch(query)) {
      for (; ; ) {
        switch (watch.next().orElseThrow()) {
          case Changed(Change change) -> copy.put(change.object().key().path(), change.object());
          case WatchSignal.Bookmark(long revision, boolean end) -> {
            assertThat(end).isTrue();
            return isComplete(copy, namespace) ? copy : follow(watch, revision, copy, namespace);
          }
          case WatchSignal.Failed(var status) -> throw new AssertionError(status.message());
        }
      }
    }
  }

  /// Applies changes to a copy, each of which must fit: it starts from what the copy has.
  private static Map<String, StoredObject> follow(
      Watch watch, long start, Map<String, StoredObject> copy, String namespace)
      throws InterruptedException {
    long revision = start;
    while (!isComplete(copy, namespace)) {
      if (watch.next().orElseThrow() instanceof Changed(Change change)) {
        assertThat(change.revision()).isGreaterThan(revision);
        revision = change.revision();
        String path = change.object().key().path();
        StoredObject before =
            change.type() == Change.Type.DELETED
                ? copy.remove(path)
                : copy.put(path, change.object());
        assertThat(before).isSameAs(change.before());
      }
    }
    return copy;
  }

  private static boolean isComplete(Map<String, StoredObject> copy, String namespace) {
    return copy.containsKey((namespace.isEmpty() ? "b" : namespace) + "/last");
  }

  private Map<String, StoredObject> present(String namespace) {
    Map<String, StoredObject> present = new HashMap<>();
    store
        .list(ListQuery.of(RESOURCE).in(namespace))
        .items()
        .forEach(object -> present.put(object.key().path(), object));
    return present;
  }

  @Test
  void concurrentIncrementsAreNotLostAndReadsAreMonotonic()
      throws InterruptedException, ExecutionException {
    ConfigMaps.create(store, "a", "counter", 0L);
    ConcurrentSkipListSet<Long> revisions = new ConcurrentSkipListSet<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        all.add(threads.submit(() -> increment(revisions)));
      }
      for (Future<Boolean> one : all) {
        assertThat(one.get()).isTrue();
      }
    }
    long total = (long) WRITERS * WRITES;
    assertThat(ConfigMaps.value(store.get(key("a", "counter")).orElseThrow())).isEqualTo(total);
    assertThat(revisions).hasSize((int) total);
  }

  private boolean increment(ConcurrentSkipListSet<Long> revisions) {
    long newest = 0;
    for (int done = 0; done < WRITES; ) {
      StoredObject seen = store.get(key("a", "counter")).orElseThrow();
      if (seen.revision() < newest || store.revision() < seen.revision()) {
        return false;
      }
      newest = seen.revision();
      long next = (Long) ConfigMaps.value(seen) + 1;
      Optional<StoredObject> written = store.replace(seen, tree("a", "counter", next));
      if (written.isPresent()) {
        newest = written.get().revision();
        revisions.add(newest);
        done++;
      }
    }
    return true;
  }

  @Test
  void unreadWatchRetainsNoObjects() throws InterruptedException {
    Store small = new Store(Store.Options.DEFAULT.withHistory(50), InstantSource.system());
    try (Watch slow = small.watch(WatchQuery.of(RESOURCE).from("1"))) {
      WeakReference<StoredObject> old =
          new WeakReference<>(ConfigMaps.create(small, "a", "n", "old"));
      for (long i = 0; i < 60; i++) {
        ConfigMaps.update(small, "a", "n", i);
      }

      for (int i = 0; i < 100 && old.get() != null; i++) {
        System.gc();
      }
      assertThat(old.get()).isNull();
      assertThat(slow.next()).isEmpty();
    }
  }

  @Test
  void hundredThousandObjectsAreListedPagedAndStreamed() throws InterruptedException {
    int count = 100_000;
    for (int i = 0; i < count; i++) {
      ConfigMaps.create(store, "ns" + i % 100, "n" + i);
    }

    assertThat(store.list(ListQuery.of(RESOURCE)).items()).hasSize(count);
    ListPage page = store.list(ListQuery.of(RESOURCE).limit(500));
    assertThat(page.remaining()).hasValue(count - 500);
    TreeMap<String, StoredObject> paged = new TreeMap<>();
    page.items().forEach(object -> paged.put(object.key().path(), object));
    while (!page.continueToken().isEmpty()) {
      page = store.list(ListQuery.of(RESOURCE).limit(500).continueWith(page.continueToken()));
      page.items().forEach(object -> paged.put(object.key().path(), object));
    }
    assertThat(paged).hasSize(count);
    try (Watch watch = store.watch(WatchQuery.of(RESOURCE))) {
      for (StoredObject object : paged.values()) {
        assertThat(((Changed) watch.next().orElseThrow()).change().object()).isSameAs(object);
      }
    }
  }
}
