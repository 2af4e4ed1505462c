package dev.drover.runtime.webhook;

import dev.drover.api.GroupKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Converts the objects of a kind between its versions. One version is the hub; each of the others,
/// the spokes, is converted to it and from it, so n versions need 2(n-1) functions.
///
/// ```java
/// manager.conversions(
///     Conversion.hub(Shop.class)
///         .spoke(ShopV1beta1.class, ShopV1beta1::toHub, ShopV1beta1::fromHub));
/// ```
///
/// The functions pass the metadata on; of it the server takes labels and annotations only. A spoke
/// that has no field for a part of the hub keeps that part in an annotation, or it is lost when an
/// object of the hub goes through the spoke and back: the testkit's `ConversionCheck` finds that.
///
/// Immutable.
///
/// In Go: {@index conversion.Hub}, {@index conversion.Convertible}.
///
/// @param <H> the version that all others are converted to
public final class Conversion<H extends KubernetesObject> {
  private final Kind<H> hub;
  private final Map<String, Spoke<?, H>> spokes; // by version

  private Conversion(Kind<H> hub, Map<String, Spoke<?, H>> spokes) {
    this.hub = hub;
    this.spokes = spokes;
  }

  /// Begins with the hub, usually the stored version.
  public static <H extends KubernetesObject> Conversion<H> hub(Class<H> type) {
    return new Conversion<>(Kind.of(type), Map.of());
  }

  /// A copy with one more version.
  ///
  /// @throws IllegalArgumentException when it is of another kind, or there is one of that version
  public <S extends KubernetesObject> Conversion<H> spoke(
      Class<S> type, Function<S, H> toHub, Function<H, S> fromHub) {
    Kind<S> kind = Kind.of(type);
    String version = kind.gvk().version();
    if (!kind.gvk().groupKind().equals(hub.gvk().groupKind())) {
      throw new IllegalArgumentException(
          "%s is of kind %s, but the hub is of kind %s"
              .formatted(type.getName(), kind.gvk().groupKind(), hub.gvk().groupKind()));
    }
    if (version.equals(hub.gvk().version()) || spokes.containsKey(version)) {
      throw new IllegalArgumentException(
          "there are two records of version %s of %s".formatted(version, hub.gvk().groupKind()));
    }
    Map<String, Spoke<?, H>> more = new LinkedHashMap<>(spokes);
    more.put(version, new Spoke<>(kind, toHub, fromHub));
    return new Conversion<>(hub, more);
  }

  /// The hub.
  public Kind<H> hub() {
    return hub;
  }

  /// All versions, the hub first.
  public List<Kind<?>> versions() {
    List<Kind<?>> versions = new ArrayList<>();
    versions.add(hub);
    spokes.values().forEach(spoke -> versions.add(spoke.kind));
    return versions;
  }

  /// The kind of which these are versions.
  GroupKind groupKind() {
    return hub.gvk().groupKind();
  }

  /// The object in another version; itself if it is of that version.
  ///
  /// @throws IllegalArgumentException when there is no such version, or the object is of no version
  public KubernetesObject convert(KubernetesObject object, String version) {
    Kind<?> from = Kind.ofObject(object);
    if (from.gvk().version().equals(version)) {
      return object;
    }
    H middle =
        from.equals(hub) ? hub.type().cast(object) : spoke(from.gvk().version()).toHub(object);
    return version.equals(hub.gvk().version()) ? middle : spoke(version).fromHub.apply(middle);
  }

  /// The Java type of a version.
  ///
  /// @throws IllegalArgumentException when there is no such version
  Kind<?> kind(String version) {
    return version.equals(hub.gvk().version()) ? hub : spoke(version).kind;
  }

  private Spoke<?, H> spoke(String version) {
    Spoke<?, H> spoke = spokes.get(version);
    if (spoke == null) {
      throw new IllegalArgumentException(
          "no conversion for version '%s' of %s: call spoke(...) with its record"
              .formatted(version, hub.gvk().groupKind()));
    }
    return spoke;
  }

  @Override
  public String toString() {
    return "conversion of " + hub.gvk().groupKind();
  }

  private record Spoke<S extends KubernetesObject, H extends KubernetesObject>(
      Kind<S> kind, Function<S, H> toHub, Function<H, S> fromHub) {
    H toHub(KubernetesObject object) {
      return toHub.apply(kind.type().cast(object));
    }
  }
}
