package dev.drover.bench.codec;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Condition;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// [Database] for the official client; its fields are Gson's to set.
final class OfficialDatabase implements KubernetesObject {
  private @Nullable String apiVersion;
  private @Nullable String kind;
  private @Nullable V1ObjectMeta metadata;
  Database.@Nullable Spec spec;
  @Nullable Status status;

  record Status(
      long observedGeneration,
      Database.Phase phase,
      int readyReplicas,
      List<V1Condition> conditions) {}

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

  /// As its client reads the body of a response and writes that of a request.
  static Mapping<OfficialDatabase> mapping() {
    return new Mapping<>() {
      @Override
      public OfficialDatabase decode(byte[] json) throws IOException {
        return JSON.deserialize(new ByteArrayInputStream(json), OfficialDatabase.class);
      }

      @Override
      public byte[] encode(OfficialDatabase object) {
        return JSON.serialize(object).getBytes(StandardCharsets.UTF_8);
      }
    };
  }
}
