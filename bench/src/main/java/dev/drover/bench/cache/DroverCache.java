package dev.drover.bench.cache;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.Client;
import dev.drover.informer.Deletion;
import dev.drover.informer.EventHandler;
import dev.drover.informer.SharedIndexInformer;

/// Drover's informer.
final class DroverCache implements Cache {
  private final Client client;
  private final SharedIndexInformer<?> informer;

  private DroverCache(Client client, SharedIndexInformer<?> informer) {
    this.client = client;
    this.informer = informer;
  }

  static Starter starter(DroverClients clients) {
    return (target, served, tally) ->
        start(clients, clients.connect(target), clients.kind(served), tally);
  }

  private static <T extends KubernetesObject> DroverCache start(
      DroverClients clients, Client client, Kind<T> kind, Tally tally) {
    SharedIndexInformer<T> informer =
        SharedIndexInformer.of(client.resources(kind), clients.<T>options());
    if (tally.isWanted()) {
      informer.addEventHandler(new Counting<>(tally));
    }
    informer.start();
    return new DroverCache(client, informer);
  }

  @Override
  public boolean isSynced() {
    return informer.hasSynced();
  }

  @Override
  public int size() {
    return informer.store().listKeys().size();
  }

  @Override
  public void close() {
    informer.close();
    client.close();
  }

  private record Counting<T extends KubernetesObject>(Tally tally) implements EventHandler<T> {
    @Override
    public void onAdd(T object, boolean isInInitialList) {
      tally.count(object.metadata().resourceVersion());
    }

    @Override
    public void onUpdate(T before, T now) {
      tally.count(now.metadata().resourceVersion());
    }

    @Override
    public void onDelete(Deletion<T> deletion) {
      if (deletion instanceof Deletion.Seen<T>(var _, var object)) {
        tally.count(object.metadata().resourceVersion());
      }
    }
  }
}
