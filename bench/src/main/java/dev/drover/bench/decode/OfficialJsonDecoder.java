package dev.drover.bench.decode;

import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/// Decodes as the official client decodes the body of a list. It leaves out managed fields unless
/// it is configured to keep them, once for the whole JVM.
final class OfficialJsonDecoder implements Decoder<V1Pod> {
  OfficialJsonDecoder(boolean managedFields) {
    System.setProperty("kubernetes.client.includeManagedFields", Boolean.toString(managedFields));
  }

  @Override
  public Decoded<V1Pod> decode(byte[] bytes) throws IOException {
    V1PodList list = JSON.deserialize(new ByteArrayInputStream(bytes), V1PodList.class);
    return new Decoded<>(list.getItems(), list);
  }

  @Override
  public String sample(V1Pod pod) {
    return pod.getMetadata().getName()
        + pod.getStatus().getPodIP()
        + pod.getStatus().getContainerStatuses().getFirst().getContainerID()
        + pod.getSpec().getVolumes().getLast().getName();
  }
}
