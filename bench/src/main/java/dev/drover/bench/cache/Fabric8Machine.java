package dev.drover.bench.cache;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;

/// [Machine] for fabric8.
@Group("bench.drover.dev")
@Version("v1")
@Kind("Machine")
public final class Fabric8Machine extends CustomResource<PodSpec, PodStatus> implements Namespaced {
  private static final long serialVersionUID = 1;
}
