package dev.drover.server.rest;

import dev.drover.api.GroupResource;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.storage.Store;
import java.util.List;

/// The agents on nodes, who run pods: there are none here, so that this is about what clients are
/// told.
///
/// @param store knows the nodes
record KubeletErrors(Store store) {
  private static final List<String> PREFERRED =
      List.of("Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP");
  private static final int PORT = 10250;

  /// Where the kubelet of a node would listen.
  ///
  /// @throws ApiError when there is no such node, or nobody knows where it is
  String address(String node, Call call) {
    TreeNode object =
        store
            .objects()
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

  /// What a client is told whose request would go on to an address.
  static String unreachable(String address) {
    return "dial tcp: lookup " + address.substring(0, address.lastIndexOf(':')) + ": no such host";
  }
}
