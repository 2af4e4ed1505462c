package dev.drover.server.kinds.core.connect;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.core.SubresourceDefinition;
import java.util.Locale;

/// Commands in pods and ports of pods (`exec`, `attach`, `portforward`): no kubelet runs them, so
/// clients get the errors of an unreachable kubelet.
public final class PodConnections implements ResourceEndpoint {
  private final ApiObjects objects;
  private final KubeletErrors kubelets;

  public PodConnections(SubresourceDefinition.Context context) {
    this.objects = context.objects();
    this.kubelets = new KubeletErrors(context.stored());
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    String verb = call.info().verb();
    if (!verb.equals("get") && !verb.equals("create")) {
      throw ApiError.noSuchMethod();
    }
    if (call.query().containsKey("dryRun")) {
      throw ApiError.badRequest("dryRun is not supported");
    }
    String name = call.info().name();
    TreeNode pod = TreeNode.copyOf(objects.get(resource, call.info().namespace(), name));
    if (!call.info().subresource().equals("portforward")) {
      PodContainers.choose(pod, call.parameter("container").orElse(""));
    }
    String node = pod.at("spec").text("nodeName");
    if (node.isEmpty()) {
      throw ApiError.badRequest("pod " + name + " does not have a host assigned");
    }
    String address = kubelets.address(node, call);
    if (!call.header("connection").orElse("").toLowerCase(Locale.ROOT).contains("upgrade")) {
      throw ApiError.badRequest("Upgrade request required");
    }
    throw ApiError.of(500, "", "error dialing backend: " + KubeletErrors.unreachable(address));
  }
}
