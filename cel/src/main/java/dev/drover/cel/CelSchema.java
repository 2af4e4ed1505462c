package dev.drover.cel;

import dev.drover.cel.schema.DeclType;
import dev.drover.cel.schema.Escaping;
import dev.drover.cel.schema.SchemaNode;
import dev.drover.cel.schema.SchemaTypes;
import dev.drover.cel.schema.SchemaValues;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The types and values that a JSON tree has in expressions, derived from a structural schema.
///
/// ```java
/// CelSchema spec = CelSchema.of(Map.of("type", "object", "properties",
///     Map.of("replicas", Map.of("type", "integer"))), false).orElseThrow();
/// CelProgram rule = CelEnvironment.of().with("self", spec).compile("self.replicas >= 0");
/// ```
///
/// In Go: `model.SchemaDeclType` and `UnstructuredToVal`.
public final class CelSchema {
  private final SchemaNode node;
  private final DeclType type;

  private CelSchema(SchemaNode node, DeclType type) {
    this.node = node;
    this.type = type;
  }

  /// The schema of a tree; empty where expressions cannot see what it describes.
  ///
  /// @param schema in the form of OpenAPI v3
  /// @param resource whether it is the root of a resource, which always has `apiVersion`, `kind`,
  ///   `metadata.name` and `metadata.generateName`
  public static Optional<CelSchema> of(
      Map<String, ? extends @Nullable Object> schema, boolean resource) {
    SchemaNode node = new SchemaNode(schema);
    DeclType type = SchemaTypes.of(node, resource);
    return type == null
        ? Optional.empty()
        : Optional.of(new CelSchema(resource ? node.asResource() : node, type));
  }

  /// How often a value of this type can occur in one request at most.
  public long mostInRequest() {
    return SchemaTypes.LARGEST_REQUEST / (type.minSize() + 1);
  }

  /// The identifier that expressions use for a property; empty where none can be made.
  public static Optional<String> identifier(String property) {
    return Optional.ofNullable(Escaping.escape(property));
  }

  DeclType type() {
    return type;
  }

  Object value(Object tree) {
    return SchemaValues.of(tree, node);
  }
}
