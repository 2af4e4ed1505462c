package dev.drover.bench.cache;

import dev.drover.api.CustomResource;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.model.core.v1.PodSpec;
import dev.drover.model.core.v1.PodStatus;
import org.jspecify.annotations.Nullable;

/// A custom kind with the body of a pod, so that its events are as long as those of pods.
@CustomResource(group = "bench.drover.dev", version = "v1")
public record Machine(ObjectMeta metadata, @Nullable PodSpec spec, @Nullable PodStatus status)
    implements KubernetesObject {
  public static final Kind<Machine> KIND = Kind.of(Machine.class);
}
