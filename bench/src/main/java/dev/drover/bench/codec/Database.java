package dev.drover.bench.codec;

import dev.drover.api.Condition;
import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A custom kind as operators have them. Its spec is the same class for all contenders.
@CustomResource(group = "bench.drover.dev", version = "v1")
public record Database(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Database.Status> {
  static final Kind<Database> KIND = Kind.of(Database.class);

  public record Spec(
      String version,
      int replicas,
      boolean backups,
      Storage storage,
      List<User> users,
      Map<String, String> settings,
      List<String> extensions,
      @Nullable Schedule schedule) {}

  public record Storage(String size, String className) {}

  public record User(String name, String secretName, List<String> roles) {}

  public record Schedule(String cron, int keep) {}

  public enum Phase {
    PENDING,
    READY
  }

  public record Status(
      long observedGeneration, Phase phase, int readyReplicas, List<Condition> conditions) {}
}
