package dev.drover.informer;

import dev.drover.api.FieldSelector;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListMeta;
import dev.drover.api.Selector;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.ListSink;
import dev.drover.api.codec.SharedParts;
import dev.drover.client.ListOptions;
import dev.drover.client.ResourceClient;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import java.util.List;

/// Lists and watches a collection by a client.
///
/// The selectors define the collection, so they are added to every request, whatever its options
/// say. The client does not retry these requests: a reflector has a back-off of its own, and
/// reports every failure.
final class ClientListerWatcher<T extends KubernetesObject> implements ListerWatcher<T> {
  private final ResourceClient<T> client;
  private final Selector labels;
  private final FieldSelector fields;

  ClientListerWatcher(
      ResourceClient<T> client, Selector labels, FieldSelector fields, List<String> skipped) {
    Codec<T> codec = client.codec().sharing(new SharedParts());
    this.client =
        client
            .reading(skipped.isEmpty() ? codec : codec.skipping(skipped.toArray(String[]::new)))
            .retrying(0);
    this.labels = labels;
    this.fields = fields;
  }

  @Override
  public ListMeta list(ListOptions options, ListSink<? super T> sink) {
    return client.list(options.with(o -> o.labels(labels).fields(fields)), sink);
  }

  @Override
  public WatchStream<T> watch(WatchOptions options) {
    return client.watch(options.with(o -> o.labels(labels).fields(fields)));
  }
}
