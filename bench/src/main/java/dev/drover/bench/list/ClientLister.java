package dev.drover.bench.list;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.bench.harness.Access;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.model.core.v1.Pod;
import java.io.IOException;
import java.util.List;

/// Drover's client as a program uses it: protobuf over HTTP/1.1, no parts shared.
///
/// @param limit pods of a page; 0 = all at once
record ClientLister(boolean gzip, boolean metadataOnly, int limit) implements Lister {

  @Override
  public Listed list(Access access) throws IOException {
    Kind<? extends KubernetesObject> kind = metadataOnly ? Pod.KIND.metadataOnly() : Pod.KIND;
    try (Client client = Client.connect(access.config(gzip))) {
      List<? extends KubernetesObject> pods = list(client, kind);
      return new Listed(pods.size(), 0, pods);
    }
  }

  private <T extends KubernetesObject> List<T> list(Client client, Kind<T> kind) {
    var resources = client.resources(kind);
    return limit == 0
        ? resources.list().items()
        : resources.stream(ListOptions.defaults().with(o -> o.limit(limit))).toList();
  }
}
