package dev.drover.bench.decode;

import com.google.protobuf.CodedInputStream;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1;
import java.io.IOException;

/// The official client's protobuf classes, as its `ProtoClient` uses them.
final class OfficialProtobufDecoder implements Decoder<V1.Pod> {
  private static final int MAGIC = 4;

  @Override
  public Decoded<V1.Pod> decode(byte[] bytes) throws IOException {
    Unknown envelope =
        Unknown.parseFrom(CodedInputStream.newInstance(bytes, MAGIC, bytes.length - MAGIC));
    V1.PodList list = V1.PodList.parseFrom(envelope.getRaw());
    return new Decoded<>(list.getItemsList(), list);
  }

  @Override
  public String sample(V1.Pod pod) {
    return pod.getMetadata().getName()
        + pod.getStatus().getPodIP()
        + pod.getStatus().getContainerStatusesList().getFirst().getContainerID()
        + pod.getSpec().getVolumesList().getLast().getName();
  }
}
