package dev.drover.bench.reconcile;

import dev.drover.bench.cache.Fabric8Cache;
import dev.drover.bench.harness.Target;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The [Job] as a reconciler of the Java Operator SDK.
@ControllerConfiguration
final class JosdkController implements Reconciler<ConfigMap> {
  private final Job job;

  private JosdkController(Job job) {
    this.job = job;
  }

  static void start(Target target, Job job) {
    KubernetesClient client =
        new KubernetesClientBuilder().withConfig(Fabric8Cache.config(target)).build();
    Operator operator =
        new Operator(
            o -> o.withKubernetesClient(client).withConcurrentReconciliationThreads(job.workers()));
    operator.register(new JosdkController(job), o -> o.settingNamespace(job.namespace()));
    operator.start();
  }

  // tag::reconcile
  @Override
  public List<EventSource<?, ConfigMap>> prepareEventSources(
      EventSourceContext<ConfigMap> context) {
    var secrets =
        InformerEventSourceConfiguration.from(Secret.class, ConfigMap.class)
            .withNamespaces(Set.of(job.namespace()))
            .build();
    return List.of(new InformerEventSource<>(secrets, context));
  }

  @Override
  public UpdateControl<ConfigMap> reconcile(ConfigMap map, Context<ConfigMap> context) {
    job.begun();
    if (context.getSecondaryResource(Secret.class).isEmpty()) {
      context.getClient().secrets().resource(secret(map)).create();
    }
    String name = map.getMetadata().getName();
    Map<String, String> annotations = map.getMetadata().getAnnotations();
    if (annotations == null || !annotations.containsKey(Job.ANNOTATION)) {
      context
          .getClient()
          .configMaps()
          .resource(map) // by name alone it would be read first
          .patch(PatchContext.of(PatchType.JSON_MERGE), Job.patch(name));
    }
    job.done(name);
    return UpdateControl.noUpdate();
  }

  // end::reconcile

  private static Secret secret(ConfigMap map) {
    Secret secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(map.getMetadata().getNamespace())
            .withName(map.getMetadata().getName())
            .endMetadata()
            .withStringData(map.getData())
            .build();
    secret.addOwnerReference(map);
    return secret;
  }
}
