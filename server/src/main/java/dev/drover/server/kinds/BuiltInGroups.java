package dev.drover.server.kinds;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersion;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.kinds.admissionregistration.AdmissionRegistrationGroup;
import dev.drover.server.kinds.apiextensions.ApiExtensionsGroup;
import dev.drover.server.kinds.apiregistration.ApiRegistrationGroup;
import dev.drover.server.kinds.apps.AppsGroup;
import dev.drover.server.kinds.autoscaling.AutoscalingGroup;
import dev.drover.server.kinds.batch.BatchGroup;
import dev.drover.server.kinds.certificates.CertificatesGroup;
import dev.drover.server.kinds.coordination.CoordinationGroup;
import dev.drover.server.kinds.core.CoreGroup;
import dev.drover.server.kinds.core.EventsGroup;
import dev.drover.server.kinds.discovery.DiscoveryGroup;
import dev.drover.server.kinds.flowcontrol.FlowControlGroup;
import dev.drover.server.kinds.networking.NetworkingGroup;
import dev.drover.server.kinds.node.NodeGroup;
import dev.drover.server.kinds.policy.PolicyGroup;
import dev.drover.server.kinds.rbac.RbacGroup;
import dev.drover.server.kinds.resource.ResourceGroup;
import dev.drover.server.kinds.scheduling.SchedulingGroup;
import dev.drover.server.kinds.storage.StorageGroup;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The built-in API groups. A new group is added here, a new kind to the definition of its group.
public final class BuiltInGroups {
  private static final List<GroupDefinition> ALL =
      List.of(
          CoreGroup.definition(),
          ApiRegistrationGroup.definition(),
          AppsGroup.definition(),
          EventsGroup.definition(),
          GroupDefinition.of("authentication.k8s.io", 17_700) // reviews, see AccessControl
              .version("v1", 15)
              .version("v1beta1", 9)
              .version("v1alpha1", 1),
          GroupDefinition.of("authorization.k8s.io", 17_600).version("v1", 15),
          AutoscalingGroup.definition(),
          BatchGroup.definition(),
          CertificatesGroup.definition(),
          NetworkingGroup.definition(),
          PolicyGroup.definition(),
          RbacGroup.definition(),
          StorageGroup.definition(),
          AdmissionRegistrationGroup.definition(),
          ApiExtensionsGroup.definition(),
          SchedulingGroup.definition(),
          CoordinationGroup.definition(),
          NodeGroup.definition(),
          DiscoveryGroup.definition(),
          ResourceGroup.definition(),
          FlowControlGroup.definition(),
          GroupDefinition.of("internal.apiserver.k8s.io", 16_000).version("v1alpha1", 9),
          GroupDefinition.of("storagemigration.k8s.io", 15_800)
              .version("v1beta1", 9)
              .kinds(KindDefinition.plain("StorageVersionMigration").disabled()));

  private static final Map<String, GroupDefinition> BY_NAME =
      ALL.stream().collect(Collectors.toMap(GroupDefinition::name, Function.identity()));

  /// The place of a version in discovery: higher numbers first.
  ///
  /// @param group the place of its group among groups
  /// @param version its place within the group
  public record Priority(int group, int version) {
    /// The priority of all groups of custom resources.
    public static final Priority CUSTOM = new Priority(1000, 100);
  }

  private BuiltInGroups() {}

  /// All groups.
  public static List<GroupDefinition> all() {
    return ALL;
  }

  /// The definition of a kind; a plain one if nothing is special about it.
  static KindDefinition kind(GroupKind kind) {
    GroupDefinition group = BY_NAME.get(kind.group());
    return group == null
        ? KindDefinition.plain(kind.kind())
        : group.kind(kind.kind()).orElseGet(() -> KindDefinition.plain(kind.kind()));
  }

  /// The priority of a version; that of custom resources unless it is built in.
  public static Priority priority(GroupVersion version) {
    GroupDefinition group = BY_NAME.get(version.group());
    Integer place = group == null ? null : group.versions().get(version.version());
    return group == null || place == null ? Priority.CUSTOM : new Priority(group.priority(), place);
  }
}
