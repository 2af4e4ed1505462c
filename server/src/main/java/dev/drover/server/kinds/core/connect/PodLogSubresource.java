package dev.drover.server.kinds.core.connect;

import dev.drover.api.Bytes;
import dev.drover.api.GroupKind;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.core.SubresourceDefinition;
import dev.drover.server.rest.Parameters;
import dev.drover.server.strategy.StoredObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// The logs of pods: those of simulated containers are made here; for others no kubelet answers.
public final class PodLogSubresource implements ResourceEndpoint {
  private final ApiObjects objects;
  private final KubeletErrors kubelets;
  private final Supplier<StoredObjects> stored;

  public PodLogSubresource(SubresourceDefinition.Context context) {
    this.objects = context.objects();
    this.kubelets = new KubeletErrors(context.stored());
    this.stored = context.stored();
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    if (!call.info().verb().equals("get")) {
      throw ApiError.noSuchMethod();
    }
    String name = call.info().name();
    requireValid(call, name);
    TreeNode pod = TreeNode.copyOf(objects.get(resource, call.info().namespace(), name));
    String container = PodContainers.choose(pod, call.parameter("container").orElse(""));
    String node = pod.at("spec").text("nodeName");
    if (node.isEmpty()) {
      return new Answer.Content(204, "", Bytes.EMPTY, Map.of());
    }
    Optional<Answer> simulated = SimulatedLogs.of(pod, container, call, stored.get());
    if (simulated.isPresent()) {
      return simulated.get();
    }
    String address = kubelets.address(node, call);
    throw ApiError.of(
        500,
        "",
        "Get \"https://%s/containerLogs/%s/%s/%s\": %s"
            .formatted(
                address,
                call.info().namespace(),
                name,
                container,
                KubeletErrors.unreachable(address)));
  }

  private static void requireValid(Call call, String name) {
    List<FieldError> errors = new ArrayList<>();
    OptionalLong tailLines = Parameters.number(call, "tailLines");
    if (tailLines.isPresent() && tailLines.getAsLong() < 0) {
      errors.add(
          FieldError.invalid(
              FieldPath.of("tailLines"),
              tailLines.getAsLong(),
              "must be greater than or equal to 0"));
    }
    errors.addAll(positiveErrors(call, "limitBytes"));
    if (call.parameter("sinceTime").isPresent() && call.parameter("sinceSeconds").isPresent()) {
      errors.add(
          FieldError.forbidden(
              FieldPath.ROOT.key(""),
              "at most one of `sinceTime` or `sinceSeconds` may be specified"));
    } else {
      errors.addAll(positiveErrors(call, "sinceSeconds"));
    }
    if (!errors.isEmpty()) {
      throw ApiError.invalid(new GroupKind("", "PodLogOptions"), name, errors);
    }
  }

  private static List<FieldError> positiveErrors(Call call, String name) {
    OptionalLong number = Parameters.number(call, name);
    return number.isPresent() && number.getAsLong() < 1
        ? List.of(
            FieldError.invalid(FieldPath.of(name), number.getAsLong(), "must be greater than 0"))
        : List.of();
  }
}
