package dev.drover.cli;

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import org.jspecify.annotations.Nullable;

/// The custom resource of the demo: an ice cream is served by the pods of a Deployment.
@CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Icecream.Status> {
  record Spec(String deploymentName, @Nullable Integer replicas) {}

  record Status(@Nullable String nodeName, int pods) {}

  static Icecream named(String name, int replicas) {
    return new Icecream(
        ObjectMeta.builder().name(name).build(), new Spec(deploymentOf(name), replicas), null);
  }

  static String deploymentOf(String name) {
    return name + "-deployment";
  }

  Icecream withReplicas(int replicas) {
    return new Icecream(metadata, new Spec(spec.deploymentName(), replicas), status);
  }
}
