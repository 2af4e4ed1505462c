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

  static Icecream named(String namespace, String name, int replicas) {
    return new Icecream(
        ObjectMeta.builder().namespace(namespace).name(name).build(),
        new Spec(name + "-deployment", replicas),
        null);
  }
}
