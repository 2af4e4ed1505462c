package dev.drover.client;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.StatusDetails;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tells the [WriteListener] of a client what its writes led to; dry runs lead to nothing.
///
/// @param client whose options the write had
record WriteReport<T extends KubernetesObject>(ResourceClient<T> client) {
  /// The server answered a write with the object.
  ///
  /// @param sent the state that the answer was made of; null if a part of it was sent
  void stored(@Nullable T sent, T answered) {
    if (client.writing().dryRun()) {
      return;
    }
    Kind<T> kind = client.kind();
    if (DeletionState.isGone(kind, answered)) {
      client.listener().deleted(kind, answered.key(), answered.metadata().uid(), answered);
    } else {
      client.listener().stored(kind, sent, answered);
    }
  }

  /// The server refused a write, since something was not found: the object, or only its resource or
  /// subresource.
  void missing(String namespace, String name, ApiException.NotFound refusal) {
    StatusDetails details = refusal.status().details();
    if (!client.writing().dryRun() && details != null && name.equals(details.name())) {
      client.listener().deleted(client.kind(), key(namespace, name), "", null);
    }
  }

  /// A subresource was written, whose answer is another kind of object, so the object is read.
  /// Costs a request, if there is a listener.
  void newest(String name) {
    if (client.listener() == WriteListener.NONE || client.writing().dryRun()) {
      return;
    }
    Optional<T> newest;
    try {
      newest = client.find(name);
    } catch (KubernetesException e) {
      return; // the write was carried out, and must not seem to have failed
    }
    if (newest.isPresent()) {
      client.listener().stored(client.kind(), null, newest.get());
    } else {
      client.listener().deleted(client.kind(), key(client.namespace(), name), "", null);
    }
  }

  private ObjectKey key(String namespace, String name) {
    return ObjectKey.of(client.kind().isNamespaced() ? namespace : "", name);
  }
}
