package dev.drover.runtime.events;

import dev.drover.api.GroupVersion;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Patch;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.RestRequest;
import java.time.Duration;

/// Writes events to the server.
final class EventWriter {
  private static final GroupVersion EVENTS = new GroupVersion("events.k8s.io", "v1");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Client client;

  EventWriter(Client client) {
    this.client = client;
  }

  /// A book for the kind of events that the server has.
  EventBook book(EventOptions options) {
    return switch (options.api()) {
      case EVENTS_V1 -> new SeriesBook(options);
      case CORE_V1 -> new AggregateBook(options);
      case BY_DISCOVERY -> hasSeries() ? new SeriesBook(options) : new AggregateBook(options);
    };
  }

  private boolean hasSeries() {
    try {
      return client.discovery().resources(EVENTS).stream()
          .anyMatch(resource -> resource.name().equals("events"));
    } catch (ApiException.NotFound e) {
      return false;
    }
  }

  void write(EventWrite write) {
    switch (write) {
      case EventWrite.Create(var event) -> create(event);
      case EventWrite.Update(var event, var patch) -> {
        try {
          update(event, patch);
        } catch (ApiException.NotFound e) {
          create(event); // the server keeps events for an hour only
        }
      }
    }
  }

  private <T extends KubernetesObject> void create(T event) {
    Kind<T> kind = Kind.ofObject(event);
    RestRequest post = client.rest().forGroupVersion(kind.gvk().groupVersion()).post();
    request(post, event).body(event, kind).execute();
  }

  private void update(KubernetesObject event, Patch change) {
    GroupVersion version = Kind.ofObject(event).gvk().groupVersion();
    RestRequest patch = client.rest().forGroupVersion(version).patch(change.contentType());
    request(patch, event).name(event.name()).body(change.body()).execute();
  }

  private static RestRequest request(RestRequest verb, KubernetesObject event) {
    return verb.namespace(event.namespace()).resource("events").timeout(LIMIT);
  }
}
