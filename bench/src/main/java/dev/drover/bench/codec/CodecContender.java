package dev.drover.bench.codec;

import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import java.util.function.Supplier;

/// The compared libraries.
enum CodecContender {
  DROVER("Drover, generated codec", () -> drover(Database.KIND)),
  REFLECTION("Drover, by reflection", () -> drover(WithoutCodecs.kind())),
  JACKSON("Jackson databind", JacksonDatabase::mapping),
  FABRIC8("fabric8", Fabric8Database::mapping),
  OFFICIAL("official client", OfficialDatabase::mapping);

  final String label;
  private final Supplier<Mapping<?>> mapping;

  CodecContender(String label, Supplier<Mapping<?>> mapping) {
    this.label = label;
    this.mapping = mapping;
  }

  Mapping<?> mapping() {
    return mapping.get();
  }

  private static <T extends KubernetesObject> Mapping<T> drover(Kind<T> kind) {
    return new Mapping<>() {
      @Override
      public T decode(byte[] json) {
        return kind.codec().decode(json, Format.JSON);
      }

      @Override
      public byte[] encode(T object) {
        return kind.codec().encode(object, Format.JSON);
      }
    };
  }
}
