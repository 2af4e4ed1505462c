package dev.drover.schema;

import dev.drover.schema.FieldEntry.Merge;
import dev.drover.schema.Structure.Anything;
import dev.drover.schema.Structure.Dictionary;
import dev.drover.schema.Structure.Fields;
import dev.drover.schema.Structure.Listing;
import dev.drover.schema.Structure.Member;
import dev.drover.schema.Structure.Scalar;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes structures from schemas of custom kinds.
///
/// In Go: `schemaconv.ToSchemaFromOpenAPI` over the model that apiextensions builds.
final class SchemaStructures {
  private static final Anything ANYTHING = new Anything(true);

  private final String name;

  private SchemaStructures(String name) {
    this.name = name;
  }

  static Fields of(SchemaNode root, String name, boolean keepsUnknown) {
    return new SchemaStructures(name)
        .fields(root.asObject(), keepsUnknown || root.keepsUnknown(), root.mapMerge());
  }

  /// @param keeps whether unknown fields are kept, which all schemas below take over
  private Structure structure(SchemaNode node, boolean keeps) {
    boolean keepsHere = keeps || node.keepsUnknown();
    return switch (node.type()) {
      case "object" -> object(node, keepsHere);
      case "array" ->
          new Listing(
              node.items() == null ? ANYTHING : structure(node.items(), keepsHere),
              node.listMerge(),
              node.listKeys());
      case "string" -> new Scalar(isPlain(node.format()) ? "string" : "any");
      case "integer", "number", "boolean" -> new Scalar(node.type());
      default -> node.properties().isEmpty() ? ANYTHING : object(node, keepsHere);
    };
  }

  private static boolean isPlain(String format) {
    return format.isEmpty() || format.equals("byte");
  }

  private Structure object(SchemaNode node, boolean keeps) {
    if (!node.properties().isEmpty() || node.isEmbedded()) {
      return fields(node, keeps, node.mapMerge());
    }
    SchemaNode.Additional additional = node.additional();
    if (additional == null) {
      return new Dictionary(ANYTHING, node.mapMerge()); // no properties: free form
    }
    if (!additional.allows()) {
      return new Fields(name, node.mapMerge(), false, Map::of);
    }
    return new Dictionary(
        additional.node() == null ? ANYTHING : structure(additional.node(), keeps),
        node.mapMerge());
  }

  private Fields fields(SchemaNode node, boolean keeps, Merge merge) {
    SchemaNode.Additional additional = node.additional();
    Map<String, Member> members = new LinkedHashMap<>();
    if (node.isEmbedded()) {
      members.put("apiVersion", member(new Scalar("string"), null));
      members.put("kind", member(new Scalar("string"), null));
      members.put("metadata", member(ObjectMetadata.structure(), null));
    }
    node.properties()
        .forEach(
            (field, schema) ->
                members.computeIfAbsent(
                    field, _ -> member(structure(schema, keeps), schema.defaultValue())));
    boolean allowsMore = additional == null ? keeps : additional.allows();
    return new Fields(name, merge, allowsMore, () -> members);
  }

  private static Member member(Structure structure, @Nullable Object defaultValue) {
    return new Member(
        structure, Set.of(), null, Optional.ofNullable(defaultValue), Optional.empty());
  }
}
