package dev.drover.recipes;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The resource versions of objects whose children were applied.
///
/// @param versions empty = none is remembered
record AppliedVersions(Optional<Map<ObjectKey, String>> versions) {
  static AppliedVersions off() {
    return new AppliedVersions(Optional.empty());
  }

  static AppliedVersions on() {
    return new AppliedVersions(Optional.of(new ConcurrentHashMap<>()));
  }

  boolean has(KubernetesObject object) {
    String version = object.metadata().resourceVersion();
    return versions.filter(map -> version.equals(map.get(object.key()))).isPresent();
  }

  void add(KubernetesObject object) {
    versions.ifPresent(map -> map.put(object.key(), object.metadata().resourceVersion()));
  }

  /// The handler's own write of the status is no change that the children depend on.
  void moved(KubernetesObject from, KubernetesObject to) {
    if (has(from)) {
      add(to);
    }
  }

  void forget(ObjectKey key) {
    versions.ifPresent(map -> map.remove(key));
  }
}
