package dev.drover.schema.apply;

import dev.drover.schema.apply.ManagedFields.Owned;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The owners of the number of replicas, seen through `/scale`: an object with one field that
/// stands for a field of the scaled object.
///
/// In Go: {@index managedfields.ScaleHandler}.
///
/// @param apiVersion the version of the scaled object through which `/scale` is served
/// @param replicas the path of the number of replicas (`spec.replicas`) by version of the scaled
///   object; [FieldSet#EMPTY] for one in which it cannot be scaled
public record ScaleFields(String apiVersion, Map<String, FieldSet> replicas) {
  private static final String SCALE = "autoscaling/v1";
  private static final FieldSet REPLICAS = FieldSet.of("spec.replicas");

  public ScaleFields {
    replicas = Map.copyOf(replicas);
  }

  /// The `managedFields` of the scale.
  ///
  /// @param entries those of the scaled object
  public List<@Nullable Object> toScale(@Nullable Object entries) {
    ManagedFields scaled = read(entries);
    ManagedFields scale = new ManagedFields();
    scaled
        .all()
        .forEach(
            (owner, owned) -> {
              FieldSet path = replicas.getOrDefault(owned.apiVersion(), FieldSet.EMPTY);
              if (owns(owned, path)) {
                scale.put(owner, new Owned(REPLICAS, SCALE));
                scaled.time(owner).ifPresent(time -> scale.touch(owner, time));
              }
            });
    return scale.write();
  }

  /// The `managedFields` of the scaled object after a write of the scale.
  ///
  /// @param entries those from before
  /// @param scaleEntries those of the scale
  public List<@Nullable Object> fromScale(@Nullable Object entries, @Nullable Object scaleEntries) {
    ManagedFields before = read(entries);
    ManagedFields scale = read(scaleEntries);
    ManagedFields after = new ManagedFields();
    before
        .all()
        .forEach(
            (owner, owned) -> {
              Optional<FieldSet> path =
                  Optional.ofNullable(replicas.get(owned.apiVersion())); // none: version not served
              if (path.isPresent()) {
                boolean isTaken = owns(owned, path.get()) && scale.get(owner).isEmpty();
                FieldSet left = isTaken ? owned.fields().difference(path.get()) : owned.fields();
                after.put(owner, owned.withFields(left));
                if (owns(owned, path.get())) {
                  scale.remove(owner);
                }
                before.time(owner).ifPresent(time -> after.touch(owner, time));
              }
            });
    scale
        .all()
        .forEach(
            (owner, owned) -> {
              if (owns(owned, REPLICAS)) {
                FieldSet path = replicas.getOrDefault(apiVersion, FieldSet.EMPTY);
                after.put(owner, new Owned(path, apiVersion));
                // Kubernetes looks for the time among those from before, and so do we.
                before.time(owner).ifPresent(time -> after.touch(owner, time));
              }
            });
    return after.write();
  }

  private static boolean owns(Owned owned, FieldSet path) {
    return !owned.fields().intersection(path).isEmpty();
  }

  private static ManagedFields read(@Nullable Object entries) {
    try {
      return ManagedFields.read(entries);
    } catch (IllegalArgumentException e) {
      throw ApplyException.internal(String.valueOf(e.getMessage()));
    }
  }
}
