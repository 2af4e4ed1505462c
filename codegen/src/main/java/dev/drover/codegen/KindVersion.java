package dev.drover.codegen;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.TypeElement;

/// A record that is one version of a kind.
///
/// @param kind with its group, such as `Shop.example.dev`
/// @param record its qualified name
record KindVersion(String kind, String version, String record) implements Comparable<KindVersion> {
  private static final String CUSTOM_RESOURCE = "dev.drover.api.CustomResource";

  private static final Comparator<KindVersion> ORDER =
      Comparator.comparing(KindVersion::kind)
          .thenComparing(KindVersion::version)
          .thenComparing(KindVersion::record);

  /// Empty for a type that is none.
  static Optional<KindVersion> of(TypeElement record) {
    return JavaModel.find(List.of(record), CUSTOM_RESOURCE)
        .map(JavaModel::attributes)
        .map(
            values ->
                new KindVersion(
                    kindName(values, record) + "." + values.get("group"),
                    String.valueOf(values.get("version")),
                    record.getQualifiedName().toString()));
  }

  private static String kindName(Map<String, Object> values, TypeElement record) {
    String written = String.valueOf(values.getOrDefault("kind", ""));
    return written.isEmpty() ? record.getSimpleName().toString() : written;
  }

  /// A line of the index.
  static Optional<KindVersion> parse(String line) {
    String[] parts = line.split(" ", -1);
    return parts.length == 3
        ? Optional.of(new KindVersion(parts[0], parts[1], parts[2]))
        : Optional.empty();
  }

  boolean isSameVersion(KindVersion other) {
    return kind.equals(other.kind) && version.equals(other.version);
  }

  @Override
  public int compareTo(KindVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return kind + " " + version + " " + record;
  }
}
