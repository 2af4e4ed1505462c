package dev.drover.server.kinds.core.connect;

import dev.drover.api.GroupResource;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.strategy.StoredObjects;
import java.util.List;
import java.util.function.Supplier;

/// The errors of kube-apiserver when the kubelet of a node cannot be reached: this server has no
/// nodes that run pods.
///
/// @param stored has the nodes
record KubeletErrors(Supplier<StoredObjects> stored) {
  private static final List<String> PREFERRED =
      List.of("Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP");
  private static final int PORT = 10250;

  /// Where the kubelet of a node would listen.
  ///
  /// @throws ApiError when there is no such node, or it has no address
  String address(String node, Call call) {
    TreeNode object =
        stored
            .get()
            .get("/nodes", "", node)
            .map(TreeNode::copyOf)
            .orElseThrow( // named so in Kubernetes, where the caller asks for a pod
                () -> ApiError.notFound(new GroupResource("", call.info().resource()), node));
    List<TreeNode> addresses = object.at("status").items("addresses");
    for (String type : PREFERRED) {
      for (TreeNode address : addresses) {
        if (address.text("type").equals(type)) {
          return address.text("address") + ":" + PORT;
        }
      }
    }
    throw ApiError.of(
        500, "", "no preferred addresses found; known addresses: []"); // none of a known type
  }

  /// The error of a request that would be forwarded to an address.
  static String unreachable(String address) {
    return "dial tcp: lookup " + address.substring(0, address.lastIndexOf(':')) + ": no such host";
  }
}
