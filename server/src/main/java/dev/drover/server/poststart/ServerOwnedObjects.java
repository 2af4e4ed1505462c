package dev.drover.server.poststart;

import dev.drover.api.DeleteOptions;
import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserInfo;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes cluster-wide objects of one kind on behalf of the server.
///
/// A client's write must not fail because of such a follow-up write, so failures are only logged.
public final class ServerOwnedObjects {
  private static final Logger LOG = LoggerFactory.getLogger(ServerOwnedObjects.class);

  private final ApiObjects objects;
  private final Resource resource;

  /// @throws IllegalStateException when nothing of that name is served
  public ServerOwnedObjects(
      ApiObjects objects, Catalog catalog, GroupVersionKind kind, String plural) {
    this.objects = objects;
    this.resource =
        catalog
            .find(kind.group(), kind.version(), plural)
            .orElseThrow(() -> new IllegalStateException(plural + " are not served"));
  }

  void create(String name, Consumer<TreeNode> content) {
    TreeNode object = named(name);
    content.accept(object);
    attempt(name, () -> objects.create(resource, "", object.map(), ApiObjects.Write.byServer("")));
  }

  private TreeNode named(String name) {
    TreeNode object =
        TreeNode.empty()
            .set("apiVersion", resource.gvk().apiVersion())
            .set("kind", resource.gvk().kind());
    object.orCreate("metadata").set("name", name);
    return object;
  }

  void update(String name, Consumer<TreeNode> change) {
    attempt(
        name,
        () ->
            objects.update(
                resource,
                UpdateStrategy.main(resource.strategy()),
                "",
                name,
                object -> {
                  change.accept(object);
                  return object;
                },
                ApiObjects.Write.byServer("")));
  }

  /// Applies a status to an object, by force.
  ///
  /// @param manager the owner of the status
  public void applyStatus(String name, String manager, Consumer<TreeNode> status) {
    TreeNode configuration = named(name);
    status.accept(configuration.orCreate("status"));
    ApiObjects.Write write =
        new ApiObjects.Write(UserInfo.SERVER, manager, "status", false, new CallNotes());
    UpdateStrategy rules = resource.strategy().status();
    attempt(name, () -> objects.apply(resource, rules, "", name, configuration.map(), write));
  }

  void delete(String name) {
    DeleteOptions options = DeleteOptions.builder().build();
    attempt(name, () -> objects.delete(resource, "", name, options, ApiObjects.Write.byServer("")));
  }

  private void attempt(String name, Runnable write) {
    try {
      write.run();
    } catch (ApiError e) {
      int code = e.status().code();
      if (code != 404 && code != 409) { // it is as it should be already
        LOG.error(
            "server-owned objects: cannot write {} {}: {}",
            resource.gvr().resource(),
            name,
            e.getMessage());
      }
    }
  }
}
