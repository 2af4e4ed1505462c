package dev.drover.bench.decode;

import dev.drover.api.Format;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.SharedParts;
import dev.drover.model.core.v1.Pod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Drover's codec, item by item from a stream.
record DroverDecoder(Format format, boolean managedFields, boolean sharing)
    implements Decoder<Pod> {

  @Override
  public Decoded<Pod> decode(byte[] bytes) throws IOException {
    Codec<Pod> codec = Codec.of(Pod.KIND);
    SharedParts parts = new SharedParts();
    if (!managedFields) {
      codec = codec.skipping("metadata.managedFields");
    }
    if (sharing) {
      codec = codec.sharing(parts);
    }
    List<Pod> pods = new ArrayList<>();
    codec.decodeList(new ByteArrayInputStream(bytes), format, pods::add);
    return new Decoded<>(pods, parts);
  }

  @Override
  public String sample(Pod pod) {
    return pod.metadata().name()
        + pod.status().podIP()
        + pod.status().containerStatuses().getFirst().containerID()
        + pod.spec().volumes().getLast().name();
  }
}
