package dev.drover.bench.cache;

import dev.drover.api.ObjectKey;
import dev.drover.bench.harness.Heap;
import dev.drover.informer.Index;
import dev.drover.informer.classic.ThreadSafeStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Measures the store of an informer: heap beside its objects, writes and reads, for 100,000
/// objects without an index, with one by namespace and with one more whose values are all
/// different.
public final class StoreBench {
  private static final int OBJECTS = 100_000;
  private static final int ROUNDS = 7; // the last one counts; those before warm up

  private record Item(String namespace, String name) {
    ObjectKey key() {
      return ObjectKey.of(namespace, name);
    }
  }

  private StoreBench() {}

  public static void main(String[] args) throws InterruptedException {
    List<Item> items = new ArrayList<>(OBJECTS);
    List<String> namespaces = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      namespaces.add("namespace-" + i);
    }
    for (int i = 0; i < OBJECTS; i++) {
      items.add(new Item(namespaces.get(i % 100), "pod-7f9c8d-" + i));
    }
    Index<Item> byNamespace = Index.of("namespace", Item::namespace);
    Index<Item> byName = Index.of("name", Item::name);
    for (List<Index<Item>> indexes :
        List.of(List.<Index<Item>>of(), List.of(byNamespace), List.of(byNamespace, byName))) {
      String line = "";
      for (int round = 0; round < ROUNDS; round++) {
        line = round(items, indexes);
      }
      System.out.println(line);
    }
  }

  private static String round(List<Item> items, List<Index<Item>> indexes)
      throws InterruptedException {
    long heap = Heap.settled();
    ThreadSafeStore<Item> store = new ThreadSafeStore<>(indexes);
    long begun = System.nanoTime();
    load(store, items);
    double load = (System.nanoTime() - begun) / 1e6;
    double bytes = (Heap.settled() - heap) / (double) OBJECTS;
    begun = System.nanoTime();
    for (Item item : items) {
      store.put(item.key(), new Item(item.namespace(), item.name()));
    }
    double put = (System.nanoTime() - begun) / (double) OBJECTS;
    begun = System.nanoTime();
    int found = 0;
    for (Item item : items) {
      found += store.get(item.key()).isPresent() ? 1 : 0;
    }
    double get = (System.nanoTime() - begun) / (double) OBJECTS;
    begun = System.nanoTime();
    for (Item item : store.list()) {
      found += item.name().isEmpty() ? 0 : 1;
    }
    double list = (System.nanoTime() - begun) / 1e6;
    if (found != 2 * OBJECTS) {
      throw new AssertionError("found " + found);
    }
    return String.format(
        Locale.ROOT,
        "{\"indexes\":%d,\"objects\":%d,\"bytesPerObject\":%.1f,\"loadMillis\":%.0f,"
            + "\"putNanos\":%.0f,\"getNanos\":%.0f,\"listMillis\":%.1f}",
        indexes.size(),
        OBJECTS,
        bytes,
        load,
        put,
        get,
        list);
  }

  private static void load(ThreadSafeStore<Item> store, List<Item> items) {
    Map<ObjectKey, Item> keyed = HashMap.newHashMap(OBJECTS);
    items.forEach(item -> keyed.put(item.key(), item));
    store.replace(keyed, "1");
  }
}
