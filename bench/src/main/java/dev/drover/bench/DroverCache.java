package dev.drover.bench;

import dev.drover.api.Codec;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.SharedParts;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ListOptions;
import dev.drover.client.RestClient;
import dev.drover.client.Transport;
import dev.drover.informer.ThreadSafeStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Our cache.
///
/// @param <T> the type of the objects
final class DroverCache<T extends KubernetesObject> implements Cache {
  private final Client client;
  private final ThreadSafeStore<T> store = new ThreadSafeStore<>(List.of());

  private DroverCache(Client client) {
    this.client = client;
  }

  static Starter starter(Settings settings) {
    return (target, served, tally) ->
        start(settings, connect(settings, target.config(settings.gzip())), served.kind());
  }

  private static Client connect(Settings settings, ClientConfig config) {
    Client client =
        settings.http2()
            ? Client.over(RestClient.over(config, Transport.http2(config)))
            : Client.connect(config);
    return settings.json() ? Client.over(client.rest().with(DroverCache::askForJson)) : client;
  }

  private static Transport.Response askForJson(Transport.Request request, Transport next)
      throws IOException {
    return next.send(
        request.withHeaders(request.headers().with("Accept", Format.JSON.contentType())));
  }

  private static <T extends KubernetesObject> DroverCache<T> start(
      Settings settings, Client client, Kind<T> kind) {
    DroverCache<T> cache = new DroverCache<>(client);
    Codec<T> codec = Codec.of(kind).sharing(new SharedParts());
    if (!settings.managedFields()) {
      codec = codec.skipping("metadata.managedFields");
    }
    Map<ObjectKey, T> objects = new HashMap<>();
    client
        .resources(kind)
        .reading(codec)
        .list(ListOptions.ALL, o -> objects.put(new ObjectKey(o.namespace(), o.name()), o));
    cache.store.replace(objects, "1");
    return cache;
  }

  @Override
  public boolean isSynced() {
    return true;
  }

  @Override
  public int size() {
    return store.listKeys().size();
  }

  @Override
  public void close() {
    client.close();
  }

  /// How it reads.
  record Settings(boolean gzip, boolean http2, boolean json, boolean managedFields) {
    static final Settings DEFAULT = new Settings(true, false, false, true);
  }
}
