package dev.drover.schema.apply;

import dev.drover.schema.Structure;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The versions in which a resource is served. Owners of fields name them as the version that they
/// wrote does.
public interface Versions {
  /// What objects are made of in this version (`apps/v1`); empty when it is not served: owners of
  /// fields there are forgotten. Custom resources without a schema are `new
  /// Structure.Anything(true)`.
  Optional<Structure> structure(String apiVersion);

  /// The object in another version that is served.
  Map<String, @Nullable Object> convert(Map<String, @Nullable Object> object, String apiVersion);

  /// A resource that has one version.
  static Versions only(String apiVersion, Structure structure) {
    return new Versions() {
      @Override
      public Optional<Structure> structure(String version) {
        return version.equals(apiVersion) ? Optional.of(structure) : Optional.empty();
      }

      @Override
      public Map<String, @Nullable Object> convert(
          Map<String, @Nullable Object> object, String version) {
        throw new IllegalArgumentException("only served as " + apiVersion + ", not " + version);
      }
    };
  }
}
