package dev.drover.bench.cache;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.SharedParts;
import dev.drover.client.Client;
import dev.drover.informer.ListerWatcher;
import dev.drover.informer.Reflector;
import dev.drover.informer.classic.Indexer;
import dev.drover.informer.classic.KeyFunction;
import dev.drover.informer.classic.Store;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Drover's reflector, which writes into a store: a cache without queue and handlers.
final class DroverReflector implements Cache {
  private final Client client;
  private final Reflector<?> reflector;
  private final Store<?> store;
  private final Thread thread;

  private DroverReflector(Client client, Reflector<?> reflector, Store<?> store, Thread thread) {
    this.client = client;
    this.reflector = reflector;
    this.store = store;
    this.thread = thread;
  }

  static Starter starter(DroverClients clients) {
    return (target, served, tally) ->
        start(clients, clients.connect(target), clients.kind(served), tally);
  }

  private static <T extends KubernetesObject> DroverReflector start(
      DroverClients clients, Client client, Kind<T> kind, Tally tally) {
    Codec<T> codec = Codec.of(kind).sharing(new SharedParts());
    if (!clients.managedFields()) {
      codec = codec.skipping("metadata.managedFields");
    }
    Store<T> store = new Counting<>(Indexer.<T>create(KeyFunction.namespaceAndName()), tally);
    Reflector<T> reflector =
        Reflector.of(
            kind.plural(),
            ListerWatcher.of(client.resources(kind).reading(codec)),
            store,
            clients.<T>options().reflector());
    Thread thread = Thread.ofVirtual().start(reflector::run);
    return new DroverReflector(client, reflector, store, thread);
  }

  @Override
  public boolean isSynced() {
    return reflector.status().lists() > 0;
  }

  @Override
  public int size() {
    return store.listKeys().size();
  }

  @Override
  public void close() {
    reflector.close();
    client.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Counts what comes after the list.
  private record Counting<T extends KubernetesObject>(Store<T> store, Tally tally)
      implements Store<T> {
    @Override
    public void add(T object) {
      store.add(object);
      tally.count(object.metadata().resourceVersion());
    }

    @Override
    public void update(T object) {
      store.update(object);
      tally.count(object.metadata().resourceVersion());
    }

    @Override
    public void delete(T object) {
      store.delete(object);
      tally.count(object.metadata().resourceVersion());
    }

    @Override
    public List<T> list() {
      return store.list();
    }

    @Override
    public List<ObjectKey> listKeys() {
      return store.listKeys();
    }

    @Override
    public Optional<T> getByKey(ObjectKey key) {
      return store.getByKey(key);
    }

    @Override
    public ObjectKey keyOf(T object) {
      return store.keyOf(object);
    }

    @Override
    public void replace(Collection<? extends T> objects, String resourceVersion) {
      store.replace(objects, resourceVersion);
    }

    @Override
    public void resync() {
      store.resync();
    }

    @Override
    public String resourceVersion() {
      return store.resourceVersion();
    }

    @Override
    public void bookmark(String resourceVersion) {
      store.bookmark(resourceVersion);
    }
  }
}
