package dev.drover.client;

import dev.drover.api.DeleteOptions;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Deletes objects, and calls the listener for those that the server does not have any more.
final class DeleteCall<T extends KubernetesObject> {
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
  ///
  /// @param known a state of the object; null if the caller has none
  Optional<T> object(String name, @Nullable T known) {
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
      String uid = shown.map(object -> object.metadata().uid()).orElseGet(answer::statusUid);
      T last = shown.orElse(known != null && known.metadata().uid().equals(uid) ? known : null);
      left.ifPresentOrElse(
          object -> client.listener().stored(kind, null, object),
          () -> client.listener().deleted(kind, key, uid, last));
    }
    return left;
  }

  /// As [ResourceClient#deleteCollection].
  void collection(ListOptions which) {
    RestResult answer = request("PartialObjectMetadataList").params(which).execute();
    if (client.listener() != WriteListener.NONE && !isDryRun) {
      report(answer.items(client.codec()), which);
    }
  }

  /// The answer shows the objects as they were before. What became of them depends on finalizers,
  /// which others may have added meanwhile, and on grace periods: only a list can tell.
  private void report(List<T> selected, ListOptions which) {
    Map<String, T> left = new HashMap<>();
    try {
      ListOptions same =
          ListOptions.defaults().with(o -> o.labels(which.labels()).fields(which.fields()));
      client.list(same).items().forEach(object -> left.put(object.metadata().uid(), object));
    } catch (KubernetesException e) {
      return; // the deletion was carried out, and must not seem to have failed
    }
    for (T object : selected) {
      String uid = object.metadata().uid();
      T held = left.get(uid);
      if (held == null) {
        client.listener().deleted(kind, object.key(), uid, object);
      } else {
        client.listener().stored(kind, null, held);
      }
    }
  }

  private RestRequest request(String partial) {
    return client
        .request(client.rest().delete())
        .body(json())
        .setHeader("Accept", client.accept(partial));
  }

  /// A dry run is requested in the body: a server that gets a body ignores the parameters.
  private byte[] json() {
    DeleteOptions asked =
        client.writing().dryRun() ? options.toBuilder().dryRun(List.of("All")).build() : options;
    return DeleteOptions.TYPE.encode(asked, OPTIONS, Format.JSON);
  }
}
