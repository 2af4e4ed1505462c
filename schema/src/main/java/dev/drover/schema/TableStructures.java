package dev.drover.schema;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.schema.FieldEntry.Merge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Makes structures from the table, each type once.
final class TableStructures {
  private static final List<FieldEntry> TYPE_META =
      List.of(typeMeta("apiVersion"), typeMeta("kind"));

  private final SchemaTable table;
  private final Map<String, Map<String, Structure.Member>> membersByType =
      new ConcurrentHashMap<>();

  TableStructures(SchemaTable table) {
    this.table = table;
  }

  private static FieldEntry typeMeta(String name) {
    return new FieldEntry(
        name,
        List.of(0),
        FieldType.parse("string"),
        true,
        false,
        false,
        Set.of(),
        null,
        null,
        List.of(),
        null,
        null,
        null,
        false,
        "string",
        List.of("TypeMeta"));
  }

  /// The structure of objects of a kind.
  Optional<Structure.Fields> root(GroupVersionKind gvk) {
    return table
        .kind(gvk)
        .map(KindEntry::type)
        .or(() -> table.object(gvk).map(ObjectEntry::type))
        .map(type -> struct(type, Merge.GRANULAR));
  }

  private Structure.Fields struct(String type, Merge merge) {
    return new Structure.Fields(type, merge, false, () -> members(type));
  }

  private Map<String, Structure.Member> members(String type) {
    Map<String, Structure.Member> known = membersByType.get(type);
    return known != null ? known : membersByType.computeIfAbsent(type, this::newMembers);
  }

  /// The fields of a type; kinds have `apiVersion` and `kind` beside them wherever they stand, such
  /// as the claims in a StatefulSet.
  private Map<String, Structure.Member> newMembers(String type) {
    List<FieldEntry> fields = new ArrayList<>(isKind(type) ? TYPE_META : List.of());
    fields.addAll(table.type(type).orElseThrow().fields());
    Map<String, Structure.Member> members = new LinkedHashMap<>();
    for (FieldEntry field : fields) {
      members.put(
          field.name(),
          new Structure.Member(
              structure(field),
              field.patchStrategies(),
              field.mergeKey(),
              defaultOf(field),
              Optional.of(field)));
    }
    return Collections.unmodifiableMap(members);
  }

  private boolean isKind(String type) {
    return table.kinds().stream().anyMatch(kind -> kind.type().equals(type))
        || table.objects().stream().anyMatch(object -> object.type().equals(type));
  }

  private static Optional<Object> defaultOf(FieldEntry field) {
    String json = field.defaultValue();
    return json == null ? Optional.empty() : Optional.ofNullable(RawExtension.ofJson(json).tree());
  }

  private Structure structure(FieldEntry field) {
    Structure base = base(field.type().base(), orElse(field.structType(), Merge.GRANULAR));
    return switch (field.type().container()) {
      case VALUE, POINTER -> base;
      case LIST ->
          new Structure.Listing(base, orElse(field.listType(), Merge.ATOMIC), field.listKeys());
      case MAP -> new Structure.Dictionary(base, orElse(field.mapType(), Merge.GRANULAR));
    };
  }

  private static Merge orElse(@Nullable Merge merge, Merge otherwise) {
    return merge == null ? otherwise : merge;
  }

  private Structure base(String type, Merge merge) {
    if (type.indexOf('/') >= 0) {
      boolean twoShapes = table.type(type).orElseThrow().jsonForm() != null;
      return twoShapes ? new Structure.Anything(false) : struct(type, merge);
    }
    return switch (type) {
      case "raw" -> new Structure.Anything(false);
      case "json", "fieldsv1" -> new Structure.Anything(merge == Merge.GRANULAR);
      case "extravalue" ->
          new Structure.Listing(new Structure.Scalar("string"), Merge.ATOMIC, List.of());
      default -> new Structure.Scalar(type);
    };
  }
}
