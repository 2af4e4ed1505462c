package dev.drover.server.kinds.core;

import dev.drover.schema.apply.FieldFilter;
import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.core.QuotaEvaluator;
import dev.drover.server.core.ScaleShape;
import dev.drover.server.core.StorageForm;
import dev.drover.server.core.SubresourceDefinition;
import dev.drover.server.kinds.core.connect.PodConnections;
import dev.drover.server.kinds.core.connect.PodLogSubresource;
import dev.drover.server.kinds.core.connect.ProxySubresource;
import dev.drover.server.kinds.core.pod.BindingSubresource;
import dev.drover.server.kinds.core.pod.EphemeralContainersSubresource;
import dev.drover.server.kinds.core.pod.EvictionSubresource;
import dev.drover.server.kinds.core.pod.PodColumns;
import dev.drover.server.kinds.core.pod.PodQuota;
import dev.drover.server.kinds.core.pod.PodStrategy;
import dev.drover.server.kinds.core.pod.PodTemplateColumns;
import dev.drover.server.kinds.core.pod.ResizeSubresource;
import dev.drover.server.kinds.core.service.ServiceColumns;
import dev.drover.server.kinds.core.service.ServiceQuota;
import dev.drover.server.kinds.core.service.ServiceStrategy;
import dev.drover.server.kinds.core.service.Services;
import dev.drover.server.strategy.StorageVersion;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Columns;
import java.util.List;
import java.util.Map;

/// The core group, whose name is empty.
public final class CoreGroup {
  private CoreGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("", 18_000)
        .version("v1", 1)
        .kinds(workloads())
        .kinds(
            KindDefinition.plain("ComponentStatus").columns(CoreColumns.componentStatus()),
            KindDefinition.of("ConfigMap", new ConfigMapStrategy())
                .columns(CoreColumns.configMap())
                .quota(QuotaEvaluator.COUNT_BY_PLURAL),
            KindDefinition.of("Endpoints", new EndpointsStrategy())
                .columns(ServiceColumns.endpoints()),
            KindDefinition.of("Event", new EventStrategy(false))
                .columns(EventColumns.event())
                .quota(QuotaEvaluator.NONE),
            KindDefinition.of("LimitRange", new LimitRangeStrategy()),
            KindDefinition.of("Namespace", new NamespaceStrategy())
                .columns(CoreColumns.namespace())
                .quota(QuotaEvaluator.NONE)
                .subresource("finalize", SubresourceDefinition.update(NamespaceFinalize.STRATEGY)),
            KindDefinition.of("Node", new NodeStrategy())
                .columns(NodeColumns.node())
                .subresource("proxy", proxy()),
            KindDefinition.of("PersistentVolume", new PersistentVolumeStrategy())
                .columns(VolumeColumns.persistentVolume()),
            KindDefinition.of("PersistentVolumeClaim", new PersistentVolumeClaimStrategy())
                .columns(VolumeColumns.persistentVolumeClaim())
                .quota(new VolumeClaimQuota())
                .storage(
                    (name, served) ->
                        StorageVersion.same(name, served)
                            .reading(
                                tree -> StorageForm.withStatus(tree, Map.of("phase", "Pending")))
                            .creating(StorageForm::withoutStatus)),
            KindDefinition.of("ResourceQuota", new ResourceQuotaStrategy())
                .columns(CoreColumns.resourceQuota())
                .quota(QuotaEvaluator.COUNT_BY_PLURAL),
            KindDefinition.of("Secret", new SecretStrategy())
                .columns(CoreColumns.secret())
                .quota(QuotaEvaluator.COUNT_BY_PLURAL),
            KindDefinition.of("Service", new ServiceStrategy())
                .columns(ServiceColumns.service())
                .quota(new ServiceQuota())
                .storage(
                    (name, served) ->
                        StorageVersion.same(name, served).reading(Services::withoutUnusedPolicy))
                .subresource("proxy", proxy()),
            KindDefinition.of("ServiceAccount", new ServiceAccountStrategy())
                .columns(List.of(Columns.name(), Columns.age())));
  }

  private static KindDefinition[] workloads() {
    return new KindDefinition[] {
      KindDefinition.plain("Binding")
          .subresource(
              "",
              SubresourceDefinition.create(
                  context ->
                      new BindingSubresource(context.objects(), context.clock())
                          .byName(() -> context.catalog().find("", "v1", "pods").orElseThrow()))),
      pod(),
      KindDefinition.of("PodTemplate", new PodTemplateStrategy())
          .columns(PodTemplateColumns.podTemplate()),
      KindDefinition.of("ReplicationController", new ReplicationControllerStrategy())
          .columns(PodTemplateColumns.replicas(Cells.labels("spec.selector")))
          .quota(QuotaEvaluator.COUNT_BY_PLURAL)
          .scale(ScaleShape.BY_LABELS)
    };
  }

  private static KindDefinition pod() {
    SubresourceDefinition connection = SubresourceDefinition.endpoint(PodConnections::new);
    return KindDefinition.of("Pod", new PodStrategy())
        .columns(PodColumns.pod())
        .rowConditions(PodColumns::rowConditions)
        .quota(new PodQuota())
        .resetFields(
            fields ->
                fields.withStatus(
                    FieldFilter.without(
                        "spec", "metadata.deletionTimestamp", "metadata.ownerReferences")))
        .subresource(
            "binding",
            SubresourceDefinition.create(
                context -> new BindingSubresource(context.objects(), context.clock())))
        .subresource("eviction", SubresourceDefinition.create(EvictionSubresource::new))
        .subresource(
            "ephemeralcontainers",
            SubresourceDefinition.update(EphemeralContainersSubresource.STRATEGY))
        .subresource("resize", SubresourceDefinition.update(ResizeSubresource.STRATEGY))
        .subresource("log", SubresourceDefinition.endpoint(PodLogSubresource::new))
        .subresource("exec", connection)
        .subresource("attach", connection)
        .subresource("portforward", connection)
        .subresource("proxy", proxy());
  }

  private static SubresourceDefinition proxy() {
    return SubresourceDefinition.endpoint(ProxySubresource::new);
  }
}
