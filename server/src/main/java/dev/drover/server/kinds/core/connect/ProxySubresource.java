package dev.drover.server.kinds.core.connect;

import dev.drover.api.GroupResource;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.core.SubresourceDefinition;
import dev.drover.server.strategy.StoredObjects;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Requests that are forwarded to a pod, a service or a node: none of them is reachable.
public final class ProxySubresource implements ResourceEndpoint {
  private final ApiObjects objects;
  private final KubeletErrors kubelets;
  private final Supplier<StoredObjects> stored;

  public ProxySubresource(SubresourceDefinition.Context context) {
    this.objects = context.objects();
    this.kubelets = new KubeletErrors(context.stored());
    this.stored = context.stored();
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    String[] parts = call.info().name().split(":", -1); // [scheme:]name[:port]
    String name = parts.length == 3 ? parts[1] : parts[0];
    String port = parts.length == 1 ? "" : parts[parts.length - 1];
    throw switch (resource.gvr().resource()) {
      case "nodes" -> node(name, call);
      case "services" -> service(name, port, call, resource);
      default -> pod(name, call, resource);
    };
  }

  private ApiError node(String name, Call call) {
    String address = kubelets.address(name, call);
    return ApiError.badRequest(KubeletErrors.unreachable(address));
  }

  private ApiError service(String name, String port, Call call, Resource resource) {
    TreeNode service = TreeNode.copyOf(objects.get(resource, call.info().namespace(), name));
    List<TreeNode> ports = service.at("spec").items("ports");
    Optional<TreeNode> found =
        ports.stream()
            .filter(
                p ->
                    port.isEmpty()
                        ? ports.size() == 1 || p.text("name").isEmpty()
                        : p.text("name").equals(port) || String.valueOf(p.get("port")).equals(port))
            .findFirst();
    if (found.isEmpty()) {
      return ApiError.of(
          503,
          "ServiceUnavailable",
          "no service port %s found for service \"%s\""
              .formatted(port.isEmpty() ? "\"\"" : port, name));
    }
    boolean hasEndpoints =
        stored.get().get("/endpoints", call.info().namespace(), name).isPresent();
    return hasEndpoints
        ? ApiError.of(
            503, "ServiceUnavailable", "no endpoints available for service \"" + name + "\"")
        : ApiError.notFound(new GroupResource("", "services"), name); // of its endpoints, really
  }

  private ApiError pod(String name, Call call, Resource resource) {
    TreeNode pod = TreeNode.copyOf(objects.get(resource, call.info().namespace(), name));
    String address = pod.at("status").text("podIP");
    return address.isEmpty()
        ? ApiError.badRequest("address not allowed")
        : ApiError.of(
            503,
            "ServiceUnavailable",
            "error trying to reach service: dial tcp " + address + ": connect: connection refused");
  }
}
