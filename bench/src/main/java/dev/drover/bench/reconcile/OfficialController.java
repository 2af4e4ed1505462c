package dev.drover.bench.reconcile;

import dev.drover.bench.cache.OfficialCache;
import dev.drover.bench.harness.Target;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.extended.controller.Controller;
import io.kubernetes.client.extended.controller.ControllerWatch;
import io.kubernetes.client.extended.controller.builder.ControllerBuilder;
import io.kubernetes.client.extended.controller.reconciler.Reconciler;
import io.kubernetes.client.extended.controller.reconciler.Request;
import io.kubernetes.client.extended.controller.reconciler.Result;
import io.kubernetes.client.extended.workqueue.WorkQueue;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.informer.cache.Lister;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1SecretList;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/// The [Job] as a controller of the official client's extended part.
final class OfficialController implements Reconciler {
  private final Job job;
  private final GenericKubernetesApi<V1ConfigMap, V1ConfigMapList> maps;
  private final GenericKubernetesApi<V1Secret, V1SecretList> secrets;
  private final Lister<V1ConfigMap> knownMaps;
  private final Lister<V1Secret> knownSecrets;
  private final Controller controller;

  private OfficialController(ApiClient client, SharedInformerFactory factory, Job job) {
    this.job = job;
    this.maps =
        new GenericKubernetesApi<>(
            V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", client);
    this.secrets =
        new GenericKubernetesApi<>(V1Secret.class, V1SecretList.class, "", "v1", "secrets", client);
    SharedIndexInformer<V1ConfigMap> mapInformer =
        factory.sharedIndexInformerFor(maps, V1ConfigMap.class, 0, job.namespace());
    SharedIndexInformer<V1Secret> secretInformer =
        factory.sharedIndexInformerFor(secrets, V1Secret.class, 0, job.namespace());
    this.knownMaps = new Lister<>(mapInformer.getIndexer());
    this.knownSecrets = new Lister<>(secretInformer.getIndexer());
    this.controller =
        ControllerBuilder.defaultBuilder(factory)
            .watch(queue -> watch(V1ConfigMap.class, queue, OfficialController::itself))
            .watch(queue -> watch(V1Secret.class, queue, OfficialController::itself))
            .withReadyFunc(() -> mapInformer.hasSynced() && secretInformer.hasSynced())
            .withWorkerCount(job.workers())
            .withReconciler(this)
            .withName("bench")
            .build();
  }

  static void start(Target target, Job job) throws IOException {
    ApiClient client = OfficialCache.client(target);
    SharedInformerFactory factory = new SharedInformerFactory(client);
    OfficialController work = new OfficialController(client, factory, job);
    var manager =
        ControllerBuilder.controllerManagerBuilder(factory).addController(work.controller).build();
    Thread.ofPlatform().daemon().name("manager").start(manager);
  }

  private static <T extends KubernetesObject> ControllerWatch<T> watch(
      Class<T> type, WorkQueue<Request> queue, Function<T, Request> key) {
    return ControllerBuilder.controllerWatchBuilder(type, queue).withWorkQueueKeyFunc(key).build();
  }

  /// Each Secret here has the name of the one that owns it.
  private static Request itself(KubernetesObject object) {
    return new Request(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  @Override
  public Result reconcile(Request request) {
    job.begun();
    String key = request.getNamespace() + "/" + request.getName();
    V1ConfigMap map = knownMaps.get(key);
    if (map == null) {
      return new Result(false);
    }
    if (knownSecrets.get(key) == null && !isDone(secrets.create(secret(map)))) {
      return new Result(true);
    }
    Map<String, String> annotations = map.getMetadata().getAnnotations();
    if ((annotations == null || !annotations.containsKey(Job.ANNOTATION))
        && !isDone(
            maps.patch(
                request.getNamespace(),
                request.getName(),
                V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
                new V1Patch(Job.patch(request.getName()))))) {
      return new Result(true);
    }
    job.done(request.getName());
    return new Result(false);
  }

  private static boolean isDone(KubernetesApiResponse<?> response) {
    return response.isSuccess() || response.getHttpStatusCode() == 409;
  }

  private static V1Secret secret(V1ConfigMap map) {
    return new V1Secret()
        .metadata(
            new V1ObjectMeta()
                .namespace(map.getMetadata().getNamespace())
                .name(map.getMetadata().getName())
                .addOwnerReferencesItem(
                    new V1OwnerReference()
                        .apiVersion("v1")
                        .kind("ConfigMap")
                        .controller(true)
                        .name(map.getMetadata().getName())
                        .uid(map.getMetadata().getUid())))
        .stringData(map.getData());
  }
}
