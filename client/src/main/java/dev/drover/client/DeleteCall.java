package dev.drover.client;

import dev.drover.api.DeleteOptions;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.util.List;
import java.util.Optional;

/// Deletes objects, and calls the listener for those that the server does not have any more.
final class DeleteCall<T extends KubernetesObject> {
  private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");
  private static final GroupVersionKind OPTIONS = new GroupVersionKind("", "v1", "DeleteOptions");

  private final ResourceClient<T> client;
  private final Kind<T> kind;
  private final DeleteOptions options;
  private final boolean isDryRun;

  DeleteCall(ResourceClient<T> client, DeleteOptions options) {
    this.client = client;
    this.kind = client.kind();
    this.options = options;
    this.isDryRun = client.writing().dryRun() || !options.dryRun().isEmpty();
  }

  /// As [ResourceClient#delete(String, DeleteOptions)].
  Optional<T> object(String name) {
    ObjectKey key = ObjectKey.of(kind.isNamespaced() ? client.namespace() : "", name);
    RestResult answer;
    try {
      answer = request("PartialObjectMetadata").name(name).execute();
    } catch (ApiException.NotFound e) {
      if (!isDryRun) {
        client.listener().deleted(kind, key, "", null);
      }
      throw e;
    }
    Optional<T> shown = answer.find(client.codec());
    Optional<T> left = shown.filter(object -> DeletionState.isHeld(kind, object));
    if (!isDryRun) {
      left.ifPresentOrElse(
          object -> client.listener().stored(kind, null, object),
          () ->
              client
                  .listener()
                  .deleted(
                      kind,
                      key,
                      shown.map(object -> object.metadata().uid()).orElseGet(answer::statusUid),
                      shown.orElse(null)));
    }
    return left;
  }

  /// As [ResourceClient#deleteCollection].
  void collection(ListOptions which) {
    RestResult answer = request("PartialObjectMetadataList").params(which).execute();
    if (client.listener() != WriteListener.NONE && !isDryRun && deletesAtOnce()) {
      answer.items(client.codec()).stream()
          .filter(object -> object.metadata().finalizers().isEmpty())
          .forEach(
              gone -> client.listener().deleted(kind, gone.key(), gone.metadata().uid(), gone));
    }
  }

  private RestRequest request(String partial) {
    return client
        .request(client.rest().delete())
        .body(json())
        .setHeader("Accept", client.accept(partial));
  }

  /// Other policies than the default hold an object by a finalizer; pods have grace periods.
  private boolean deletesAtOnce() {
    String policy = options.propagationPolicy();
    return (policy == null || policy.isEmpty() || policy.equals("Background"))
        && !Boolean.TRUE.equals(options.orphanDependents())
        && !kind.gvk().equals(POD);
  }

  /// A dry run is asked for in the body: a server that gets a body ignores the parameters.
  private byte[] json() {
    DeleteOptions asked =
        client.writing().dryRun() ? options.toBuilder().dryRun(List.of("All")).build() : options;
    return DeleteOptions.TYPE.encode(asked, OPTIONS, Format.JSON);
  }
}
