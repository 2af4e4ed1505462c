package dev.drover.bench.decode;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;

/// Decodes as fabric8's client decodes the body of a list.
final class Fabric8Decoder implements Decoder<Pod> {
  private final KubernetesSerialization serialization = new KubernetesSerialization();

  @Override
  public Decoded<Pod> decode(byte[] bytes) {
    PodList list =
        serialization.unmarshal(new ByteArrayInputStream(bytes), new TypeReference<PodList>() {});
    return new Decoded<>(list.getItems(), list);
  }

  @Override
  public String sample(Pod pod) {
    return pod.getMetadata().getName()
        + pod.getStatus().getPodIP()
        + pod.getStatus().getContainerStatuses().getFirst().getContainerID()
        + pod.getSpec().getVolumes().getLast().getName();
  }
}
