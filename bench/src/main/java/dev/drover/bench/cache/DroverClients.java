package dev.drover.bench.cache;

import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.bench.harness.Target;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import dev.drover.client.Transport;
import dev.drover.informer.CacheOptions;
import java.io.IOException;

/// The ways in which Drover's caches read: transport, format and kind of list.
///
/// @param gzip whether the server may compress
/// @param http2 whether over HTTP/2
/// @param json whether as JSON where there is protobuf
/// @param dynamic whether as trees where there is a type
/// @param managedFields whether they are kept
/// @param listing how lists come
record DroverClients(
    boolean gzip,
    boolean http2,
    boolean json,
    boolean dynamic,
    boolean managedFields,
    Listing listing) {

  /// As a program has it that asks for nothing.
  static final DroverClients DEFAULT =
      new DroverClients(true, false, false, false, true, Listing.BY_DEFAULT);

  DroverClients uncompressed() {
    return new DroverClients(false, http2, json, dynamic, managedFields, listing);
  }

  DroverClients overHttp2() {
    return new DroverClients(gzip, true, json, dynamic, managedFields, listing);
  }

  DroverClients asJson() {
    return new DroverClients(gzip, http2, true, dynamic, managedFields, listing);
  }

  DroverClients asTrees() {
    return new DroverClients(gzip, http2, json, true, managedFields, listing);
  }

  DroverClients withoutManagedFields() {
    return new DroverClients(gzip, http2, json, dynamic, false, listing);
  }

  DroverClients listing(Listing wanted) {
    return new DroverClients(gzip, http2, json, dynamic, managedFields, wanted);
  }

  Client connect(Target target) {
    ClientConfig config = target.config(gzip);
    Client client =
        http2
            ? Client.over(RestClient.over(config, Transport.http2(config)))
            : Client.connect(config);
    return json ? Client.over(client.rest().with(DroverClients::askForJson)) : client;
  }

  private static Transport.Response askForJson(Transport.Request request, Transport next)
      throws IOException {
    return next.send(
        request.with(r -> r.headers(request.headers().with("Accept", Format.JSON.contentType()))));
  }

  Kind<?> kind(Served served) {
    Kind<?> kind = served.kind();
    return dynamic ? Kind.dynamic(kind.gvk(), kind.plural(), kind.scope()) : kind;
  }

  <T extends KubernetesObject> CacheOptions<T> options() {
    CacheOptions<T> options =
        managedFields
            ? CacheOptions.defaults()
            : CacheOptions.<T>defaults().with(CacheOptions.Builder::withoutManagedFields);
    return switch (listing) {
      case BY_DEFAULT -> options;
      case LISTED -> options.with(o -> o.streaming(false));
      case STREAMED -> options.with(o -> o.streaming(true));
    };
  }

  /// How lists come.
  enum Listing {
    BY_DEFAULT,
    LISTED,
    STREAMED
  }
}
