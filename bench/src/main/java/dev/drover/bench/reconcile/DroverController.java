package dev.drover.bench.reconcile;

import dev.drover.bench.harness.Target;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.Context;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;

/// The [Job] as a controller of Drover.
record DroverController(Job job) {

  static void start(Target target, Job job) throws InterruptedException {
    start(target, job, ManagerOptions.defaults());
  }

  static void start(Target target, Job job, ManagerOptions options) throws InterruptedException {
    Manager manager =
        Manager.connect(
            "bench", target.config(true), options.with(o -> o.namespaces(job.namespace())));
    // tag::controller
    manager
        .controllerFor(ConfigMap.class)
        .owns(Secret.class)
        .workers(job.workers())
        .complete(new DroverController(job)::reconcile);
    // end::controller
    manager.start();
  }

  // tag::reconcile
  private Result reconcile(ConfigMap map, Context<ConfigMap> context) {
    job.begun();
    if (context.client().find(Secret.class, map.namespace(), map.name()).isEmpty()) {
      context.client().create(secret(map));
    }
    context.client().editMetadata(map, m -> m.withAnnotation(Job.ANNOTATION, map.name()));
    job.done(map.name());
    return Result.done();
  }

  // end::reconcile

  private static Secret secret(ConfigMap map) {
    return Secret.named(map.namespace(), map.name())
        .with(s -> s.ownedBy(map).stringData(map.data()));
  }
}
