package dev.drover.server.kinds.core.pod;

import dev.drover.api.GroupResource;
import dev.drover.api.text.GoText;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Call;
import dev.drover.server.core.CreateOnlyResource;
import dev.drover.server.core.Resource;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Binds a pod to a node: what a scheduler does.
///
/// In Go: `BindingREST`.
public final class BindingSubresource implements CreateOnlyResource {
  /// Clients cannot change this much of a pod, so that the rules of pods do not apply.
  private static final UpdateStrategy UNCHECKED = UpdateStrategy.UNCHECKED.withoutOwners();

  private final ApiObjects objects;
  private final InstantSource clock;

  public BindingSubresource(ApiObjects objects, InstantSource clock) {
    this.objects = objects;
    this.clock = clock;
  }

  /// Its uid and resourceVersion are those that the pod must have.
  @Override
  public boolean keepsMetadata() {
    return true;
  }

  @Override
  public Map<String, @Nullable Object> create(Call call, Resource resource, TreeNode binding) {
    if (!binding.at("metadata").text("name").equals(call.info().name())) {
      throw ApiError.badRequest("name in URL does not match name in Binding object");
    }
    return bind(call, resource, binding);
  }

  /// The old way, at the path of bindings themselves: they name the pod.
  ///
  /// In Go: `LegacyBindingREST`.
  public CreateOnlyResource byName(Supplier<Resource> pods) {
    return new CreateOnlyResource() {
      @Override
      public boolean keepsMetadata() {
        return true;
      }

      @Override
      public Map<String, @Nullable Object> create(Call call, Resource bindings, TreeNode binding) {
        return bind(call, pods.get(), binding);
      }
    };
  }

  private Map<String, @Nullable Object> bind(Call call, Resource pods, TreeNode binding) {
    checkTarget(binding);
    if (binding.at("metadata").text("name").isEmpty()) {
      throw ApiError.badRequest("Name parameter required.");
    }
    objects.update(
        pods,
        UNCHECKED,
        call.info().namespace(),
        binding.at("metadata").text("name"),
        pod -> bound(pods, pod, binding),
        SubresourceStatus.write(call, "binding"));
    return SubresourceStatus.created();
  }

  private static void checkTarget(TreeNode binding) {
    FieldValidator target = FieldValidator.root(binding).child("target");
    FieldValidator kind = target.child("kind");
    if (!kind.isBlank() && !kind.text().equals("Node")) {
      kind.notSupported(kind.text(), List.of("Node", "<empty>"));
    }
    target.child("name").needText();
    List<String> messages = target.errors().stream().map(FieldError::message).toList();
    if (!messages.isEmpty()) {
      throw ApiError.of(500, "", GoText.aggregate(messages));
    }
  }

  private TreeNode bound(Resource resource, TreeNode pod, TreeNode binding) {
    TreeNode wanted = binding.at("metadata");
    requireSame(resource, wanted, pod.at("metadata"), "uid", "UID");
    requireSame(resource, wanted, pod.at("metadata"), "resourceVersion", "ResourceVersion");
    TreeNode spec = pod.orCreate("spec");
    String name = pod.at("metadata").text("name");
    if (pod.at("metadata").has("deletionTimestamp")) {
      throw refused(name, "pod " + name + " is being deleted, cannot be assigned to a host");
    }
    if (!spec.text("nodeName").isEmpty()) {
      throw refused(
          name,
          "pod %s is already assigned to node %s"
              .formatted(name, GoText.quote(spec.text("nodeName"))));
    }
    if (!spec.items("schedulingGates").isEmpty()) {
      throw refused(name, "pod " + name + " has non-empty .spec.schedulingGates");
    }
    spec.set("nodeName", binding.at("target").text("name"));
    pod.orCreate("status").remove("nominatedNodeName");
    for (String field : List.of("annotations", "labels")) {
      wanted
          .textMap(field)
          .forEach((key, value) -> pod.orCreate("metadata").orCreate(field).set(key, value));
    }
    PodConditions.set(pod, "PodScheduled", "", "", clock.instant());
    return pod;
  }

  private static void requireSame(
      Resource resource, TreeNode wanted, TreeNode has, String field, String called) {
    String expected = wanted.text(field);
    if (!expected.isEmpty() && !expected.equals(has.text(field))) {
      throw ApiError.conflict(
          resource.groupResource(),
          has.text("name"),
          ("StorageError: invalid object, Code: 4, Key: /registry/pods/%s/%s, ResourceVersion: 0,"
                  + " AdditionalErrorMsg: Precondition failed: %s in precondition: %s, %s in object"
                  + " meta: %s")
              .formatted(
                  has.text("namespace"),
                  has.text("name"),
                  called,
                  expected,
                  called,
                  has.text(field)));
    }
  }

  private static ApiError refused(String name, String detail) {
    return ApiError.conflict(new GroupResource("", "pods/binding"), name, detail);
  }
}
