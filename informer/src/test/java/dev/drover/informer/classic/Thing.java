package dev.drover.informer.classic;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectMeta;
import java.util.List;

/// What the tests of stores and queues keep.
public record Thing(ObjectMeta metadata, List<String> colours) implements KubernetesObject {
  public static final KeyFunction<Thing> KEYS = KeyFunction.namespaceAndName();

  public static Thing of(ObjectKey key, int version, String... colours) {
    return new Thing(
        ObjectMeta.builder()
            .namespace(key.namespace())
            .name(key.name())
            .resourceVersion(Integer.toString(version))
            .build(),
        List.of(colours));
  }

  /// The thing `n/name`.
  public static Thing of(String name, int version) {
    return of(ObjectKey.of("n", name), version);
  }

  /// Has no key.
  public static Thing nameless() {
    return new Thing(ObjectMeta.builder().build(), List.of());
  }

  @Override
  public String toString() {
    return metadata.name() + metadata.resourceVersion();
  }
}
