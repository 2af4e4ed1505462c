package dev.drover.schema;

import dev.drover.api.GroupVersionKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The facts about the built-in kinds of one Kubernetes release: struct types, their fields, and
/// the kinds that the API serves.
///
/// Immutable, complete (every type that a field or a kind refers to is there), and in the order of
/// the file.
///
/// ```java
/// var podSpec = SchemaTable.builtIn().type("core/v1.PodSpec").orElseThrow();
/// podSpec.field("containers").orElseThrow().mergeKey();   // name
/// ```
public final class SchemaTable {
  private static final String BUILT_IN = "kubernetes-1.36.table";

  private final String release;
  private final Map<String, TypeEntry> types;
  private final Map<GroupVersionKind, KindEntry> kinds;
  private final Map<GroupVersionKind, ObjectEntry> objects;
  private final TableStructures structures = new TableStructures(this);

  SchemaTable(
      String release,
      Map<String, TypeEntry> types,
      Map<GroupVersionKind, KindEntry> kinds,
      Map<GroupVersionKind, ObjectEntry> objects) {
    this.release = release;
    this.types = new LinkedHashMap<>(types);
    this.kinds = new LinkedHashMap<>(kinds);
    this.objects = new LinkedHashMap<>(objects);
  }

  /// The table that this library is built with; read on first use.
  public static SchemaTable builtIn() {
    return BuiltIn.TABLE;
  }

  /// Reads a table from a file.
  ///
  /// @throws IllegalArgumentException if the file breaks the format; the message names file and
  ///   line
  public static SchemaTable read(Path file) throws IOException {
    try (Reader in = Files.newBufferedReader(file)) {
      return read(in, Objects.toString(file.getFileName()));
    }
  }

  /// Reads a table; `source` is what error messages call it.
  ///
  /// @throws IllegalArgumentException if the text breaks the format; the message names source and
  ///   line
  public static SchemaTable read(Reader in, String source) throws IOException {
    return new TableReader(source).read(new BufferedReader(in));
  }

  /// The Kubernetes release, such as `v1.36.3`.
  public String release() {
    return release;
  }

  /// All struct types.
  public List<TypeEntry> types() {
    return List.copyOf(types.values());
  }

  /// The struct type of this name, such as `core/v1.PodSpec`.
  public Optional<TypeEntry> type(String name) {
    return Optional.ofNullable(types.get(name));
  }

  /// The kinds that the API serves as resources, alpha and beta versions included.
  public List<KindEntry> kinds() {
    return List.copyOf(kinds.values());
  }

  /// The resource of this kind.
  public Optional<KindEntry> kind(GroupVersionKind gvk) {
    return Optional.ofNullable(kinds.get(gvk));
  }

  /// The kinds that are no resources: bodies of subresources and webhooks, options, versions no
  /// longer served.
  public List<ObjectEntry> objects() {
    return List.copyOf(objects.values());
  }

  /// The object of this kind, if it is no resource.
  public Optional<ObjectEntry> object(GroupVersionKind gvk) {
    return Optional.ofNullable(objects.get(gvk));
  }

  /// What objects of a kind are made of, resources and other objects alike.
  public Optional<Structure.Fields> structure(GroupVersionKind gvk) {
    return structures.root(gvk);
  }

  private static final class BuiltIn {
    static final SchemaTable TABLE = load();

    private static SchemaTable load() {
      try (@Nullable InputStream in = SchemaTable.class.getResourceAsStream(BUILT_IN)) {
        if (in == null) {
          throw new IllegalStateException(BUILT_IN + " is missing from the jar of drover-schema");
        }
        return read(new InputStreamReader(in, StandardCharsets.UTF_8), BUILT_IN);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
