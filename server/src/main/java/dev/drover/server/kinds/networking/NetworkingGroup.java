package dev.drover.server.kinds.networking;

import dev.drover.schema.apply.FieldFilter;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `networking.k8s.io`.
public final class NetworkingGroup {
  private NetworkingGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("networking.k8s.io", 17_200)
        .version("v1", 15)
        .version("v1beta1", 9)
        .kinds(
            KindDefinition.of("Ingress", new IngressStrategy())
                .columns(NetworkingColumns.ingress()),
            KindDefinition.of("IngressClass", new IngressClassStrategy())
                .columns(NetworkingColumns.ingressClass()),
            KindDefinition.of("IPAddress", new IpAddressStrategy())
                .columns(NetworkingColumns.ipAddress()),
            KindDefinition.of("NetworkPolicy", new NetworkPolicyStrategy())
                .columns(NetworkingColumns.networkPolicy()),
            KindDefinition.of("ServiceCIDR", new ServiceCidrStrategy())
                .columns(NetworkingColumns.serviceCidr())
                .resetFields(fields -> fields.withStatus(FieldFilter.without("spec", "metadata"))));
  }
}
