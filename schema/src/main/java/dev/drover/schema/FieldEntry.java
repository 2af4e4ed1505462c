package dev.drover.schema;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A field of a struct type: one `F` line of the table.
///
/// @param name the name in JSON
/// @param protoPath the field numbers in protobuf, more than one where Go inlines a struct; `[0]`
///   when the field is not in protobuf
/// @param type the type of the value
/// @param omitEmpty whether JSON leaves the field out when it is empty
/// @param omitZero whether JSON leaves the field out when it is Go's zero value, structs included
/// @param required whether OpenAPI requires the field
/// @param patchStrategies what a strategic merge patch does with the field: `merge`, `replace`,
///   `retainKeys`
/// @param mergeKey the item field by which a strategic merge patch tells the items of a list apart
/// @param listType how server-side apply merges a list, or null when the field does not say
/// @param listKeys the item fields by which server-side apply tells the items of a list apart
/// @param mapType how server-side apply merges a map, or null when the field does not say
/// @param structType how server-side apply merges a struct (or the structs in a list or map), or
///   null when neither the field nor its type says
/// @param defaultValue the default as JSON text
/// @param secret whether the value must never be printed
/// @param goType what Go calls the type in messages, such as `v1.Protocol` or `[]v1.Container`
/// @param embedded the Go fields of the inlined structs that the field comes from, outermost first
public record FieldEntry(
    String name,
    List<Integer> protoPath,
    FieldType type,
    boolean omitEmpty,
    boolean omitZero,
    boolean required,
    Set<String> patchStrategies,
    @Nullable String mergeKey,
    @Nullable Merge listType,
    List<String> listKeys,
    @Nullable Merge mapType,
    @Nullable Merge structType,
    @Nullable String defaultValue,
    boolean secret,
    String goType,
    List<String> embedded) {

  /// How server-side apply merges a list, map or struct.
  public enum Merge {
    /// As a whole: the last writer owns all of it.
    ATOMIC,
    /// A list as a set of scalars.
    SET,
    /// A list as a map: items are known by their keys.
    MAP,
    /// A map or struct entry by entry.
    GRANULAR
  }

  /// Collections are copied.
  public FieldEntry {
    protoPath = List.copyOf(protoPath);
    patchStrategies = Set.copyOf(patchStrategies);
    listKeys = List.copyOf(listKeys);
    embedded = List.copyOf(embedded);
  }

  /// Whether JSON shows a list, map or bytes that were never set as null: Go shows them, but
  /// OpenAPI does not insist on any.
  public boolean isNullable() {
    boolean nilInGo = type.isCollection() || type.base().equals("bytes");
    return nilInGo && !omitEmpty && !omitZero && !required;
  }

  /// The field as the codec wants it: name, protobuf path, type and the flags that matter on the
  /// wire.
  public String codecLine() {
    String path = protoPath.stream().map(String::valueOf).collect(Collectors.joining("."));
    return name
        + " "
        + path
        + " "
        + type
        + (omitEmpty ? " omitempty" : "")
        + (omitZero ? " omitzero" : "")
        + (isNullable() ? " nullable" : "")
        + (secret ? " secret" : "");
  }
}
