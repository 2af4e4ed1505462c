package dev.drover.server.storage;

import dev.drover.api.GroupResource;
import dev.drover.schema.SchemaTable;
import java.util.Map;
import java.util.Set;

/// The keys of objects in etcd, which appear in a few error messages of kube-apiserver.
final class EtcdPaths {
  // Names from the first days of Kubernetes, which stored data keeps.
  private static final Map<GroupResource, String> OLD_NAMES =
      Map.of(
          new GroupResource("", "replicationcontrollers"), "controllers",
          new GroupResource("", "endpoints"), "services/endpoints",
          new GroupResource("", "nodes"), "minions",
          new GroupResource("", "services"), "services/specs",
          new GroupResource("networking.k8s.io", "ingresses"), "ingress");
  // Served by the parts of kube-apiserver that give every group a folder.
  private static final Set<String> GROUPS_WITH_FOLDER =
      Set.of("apiextensions.k8s.io", "apiregistration.k8s.io");

  private EtcdPaths() {}

  static String of(StorageKey key) {
    GroupResource resource = key.groupResource();
    String folder =
        isPlain(resource)
            ? OLD_NAMES.getOrDefault(resource, resource.resource())
            : resource.group() + "/" + resource.resource();
    return "/registry/" + folder + "/" + key.path();
  }

  private static boolean isPlain(GroupResource resource) {
    return !GROUPS_WITH_FOLDER.contains(resource.group())
        && SchemaTable.builtIn().kinds().stream()
            .anyMatch(kind -> kind.resource().groupResource().equals(resource));
  }
}
