package dev.drover.bench;

import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/// What the official client does with the body of a list.
final class OfficialJsonDecoder implements Decoder<V1Pod> {
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
