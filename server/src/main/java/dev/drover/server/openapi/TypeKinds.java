package dev.drover.server.openapi;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry;
import dev.drover.schema.ObjectEntry;
import dev.drover.schema.SchemaTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The kinds of the types in the table.
final class TypeKinds {
  private static final Map<String, GroupVersionKind> BY_TYPE = byType();

  private TypeKinds() {}

  /// The kind of a type, lists included; none for most types.
  static List<GroupVersionKind> of(String type) {
    GroupVersionKind kind = BY_TYPE.get(type);
    return kind == null ? List.of() : List.of(kind);
  }

  private static Map<String, GroupVersionKind> byType() {
    Map<String, GroupVersionKind> byType = new HashMap<>();
    for (ObjectEntry object : SchemaTable.builtIn().objects()) {
      byType.merge(object.type(), object.gvk(), (a, b) -> a.group().isEmpty() ? a : b);
    }
    for (KindEntry kind : SchemaTable.builtIn().kinds()) {
      byType.put(kind.type(), kind.gvk());
      String list = kind.listType();
      if (list != null) {
        byType.put(list, kind.gvk().withKind(list.substring(list.lastIndexOf('.') + 1)));
      }
    }
    return Map.copyOf(byType);
  }
}
