package dev.drover.bench.cache;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodStatus;
import org.jspecify.annotations.Nullable;

/// [Machine] for the official client; its fields are Gson's to set.
final class OfficialMachine implements KubernetesObject {
  private @Nullable String apiVersion;
  private @Nullable String kind;
  private @Nullable V1ObjectMeta metadata;
  @Nullable V1PodSpec spec;
  @Nullable V1PodStatus status;

  @Override
  public @Nullable V1ObjectMeta getMetadata() {
    return metadata;
  }

  @Override
  public @Nullable String getApiVersion() {
    return apiVersion;
  }

  @Override
  public @Nullable String getKind() {
    return kind;
  }
}
