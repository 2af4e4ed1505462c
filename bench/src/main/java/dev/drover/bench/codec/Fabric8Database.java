package dev.drover.bench.codec;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// [Database] for fabric8.
@Group("bench.drover.dev")
@Version("v1")
@Kind("Database")
public final class Fabric8Database extends CustomResource<Database.Spec, Fabric8Database.Status> {
  private static final long serialVersionUID = 1;

  public record Status(
      long observedGeneration,
      Database.Phase phase,
      int readyReplicas,
      List<Condition> conditions) {}

  /// Records cannot be made without values.
  @Override
  protected Database.@Nullable Spec initSpec() {
    return null;
  }

  @Override
  protected @Nullable Status initStatus() {
    return null;
  }

  /// As its client reads the body of a response and writes that of a request.
  static Mapping<Fabric8Database> mapping() {
    KubernetesSerialization serialization = new KubernetesSerialization();
    return new Mapping<>() {
      @Override
      public Fabric8Database decode(byte[] json) {
        return serialization.unmarshal(new ByteArrayInputStream(json), Fabric8Database.class);
      }

      @Override
      public byte[] encode(Fabric8Database object) {
        return serialization.asJson(object).getBytes(StandardCharsets.UTF_8);
      }
    };
  }
}
