package dev.drover.model.generator;

import dev.drover.schema.FieldEntry;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TypeEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The types that become classes: every served kind that is GA or beta, the bodies of its
/// subresources, and all types of their fields.
///
/// Lists are left out, since one generic list serves all kinds. The types of `meta/v1` are written
/// by hand in the api module; the few that are not become classes of the package that uses them.
final class Model {
  private static final String META = "meta/v1";

  /// The types of `meta/v1` with a class in the api module.
  private static final Set<String> BY_HAND =
      Set.of(
          "Condition",
          "DeleteOptions",
          "FieldSelectorRequirement",
          "LabelSelector",
          "LabelSelectorRequirement",
          "ListMeta",
          "ManagedFieldsEntry",
          "ObjectMeta",
          "OwnerReference",
          "Preconditions",
          "ShardInfo",
          "Status",
          "StatusCause",
          "StatusDetails");

  private final SchemaTable table;
  private final Map<String, KindModel> kinds = new LinkedHashMap<>(); // by the name of their type
  private final Map<String, TypeEntry> reached =
      new LinkedHashMap<>(); // by folder and name of the class
  private final Map<String, StructModel> structs = new LinkedHashMap<>(); // likewise
  private final Map<String, SortedSet<String>> places = new HashMap<>(); // where a struct is used

  private Model(SchemaTable table) {
    this.table = table;
  }

  static Model of(SchemaTable table) {
    Model model = new Model(table);
    for (KindEntry kind : table.kinds()) {
      if (!kind.gvk().version().contains("alpha")) {
        model.add(kind);
      }
    }
    model.kinds.keySet().forEach(type -> model.reach(model.entry(type), folderOf(type)));
    model.addStructs();
    return model;
  }

  private void add(KindEntry kind) {
    kinds.put(kind.type(), new KindModel(kind.gvk(), kind));
    for (KindEntry.Subresource subresource : kind.subresources()) {
      table
          .object(subresource.kind())
          .filter(body -> entry(body.type()).field("metadata").isPresent()) // no query parameters
          .ifPresent(body -> kinds.putIfAbsent(body.type(), new KindModel(body.gvk(), null)));
    }
  }

  private void reach(TypeEntry entry, String folder) {
    if (reached.putIfAbsent(folder + "." + entry.simpleName(), entry) != null) {
      return;
    }
    for (FieldEntry field : entry.fields()) {
      if (field.type().isStruct() && !isByHand(field.type().base())) {
        String reference = referenceFrom(folder, field.type().base());
        reach(entry(field.type().base()), folderOf(reference));
      }
    }
  }

  private void addStructs() {
    Map<String, Integer> sizes = new HashMap<>();
    for (String reference : new TreeSet<>(reached.keySet())) {
      TypeEntry entry = entryOfClass(reference);
      String folder = folderOf(reference);
      int number = sizes.merge(folder, 1, Integer::sum) - 1;
      StructModel struct =
          new StructModel(entry, folder, number, fields(entry, folder), kinds.get(entry.name()));
      structs.put(reference, struct);
      for (FieldModel field : struct.fields()) {
        places
            .computeIfAbsent(field.base(), any -> new TreeSet<>())
            .add(struct.name() + "." + field.entry().name());
      }
    }
  }

  private List<FieldModel> fields(TypeEntry entry, String folder) {
    List<FieldModel> fields = new ArrayList<>();
    for (FieldEntry field : entry.fields()) {
      String base = field.type().base();
      fields.add(
          field.type().isStruct()
              ? new FieldModel(
                  fields.size(),
                  field,
                  referenceFrom(folder, base),
                  JavaType.object(javaName(referenceFrom(folder, base))))
              : new FieldModel(fields.size(), field, base, JavaType.of(base)));
    }
    return List.copyOf(fields);
  }

  /// How a class in `folder` refers to a type of the table.
  private static String referenceFrom(String folder, String type) {
    return folderOf(type).equals(META) && !isByHand(type) ? folder + "." + simpleName(type) : type;
  }

  private static boolean isByHand(String type) {
    return folderOf(type).equals(META) && BY_HAND.contains(simpleName(type));
  }

  private static String javaName(String reference) {
    return isByHand(reference)
        ? JavaNames.API_PACKAGE + "." + simpleName(reference)
        : JavaNames.javaPackage(folderOf(reference)) + "." + simpleName(reference);
  }

  private static String folderOf(String type) {
    return type.substring(0, type.indexOf('.'));
  }

  private static String simpleName(String type) {
    return type.substring(type.indexOf('.') + 1);
  }

  private TypeEntry entry(String type) {
    return table.type(type).orElseThrow(() -> new IllegalArgumentException("no type " + type));
  }

  private TypeEntry entryOfClass(String reference) {
    @Nullable TypeEntry entry = reached.get(reference);
    return entry == null ? entry(reference) : entry;
  }

  /// The Kubernetes release, without the patch number: `v1.36`.
  String minorRelease() {
    return table.release().substring(0, table.release().lastIndexOf('.'));
  }

  /// All classes, by name.
  List<StructModel> structs() {
    return List.copyOf(structs.values());
  }

  /// All classes that stand for a kind.
  List<StructModel> kinds() {
    return structs.values().stream().filter(struct -> struct.kind() != null).toList();
  }

  List<StructModel> structsIn(String javaPackage) {
    return structs.values().stream()
        .filter(struct -> struct.javaPackage().equals(javaPackage))
        .toList();
  }

  /// All packages, by name.
  SortedSet<String> packages() {
    SortedSet<String> packages = new TreeSet<>();
    structs.values().forEach(struct -> packages.add(struct.javaPackage()));
    return packages;
  }

  /// The API group of a package, as in `apiVersion`. The package may have only types that kinds of
  /// other versions are made of.
  String group(String javaPackage) {
    for (KindEntry kind : table.kinds()) {
      if (JavaNames.javaPackage(folderOf(kind.type())).equals(javaPackage)) {
        return kind.gvk().group();
      }
    }
    throw new IllegalArgumentException(javaPackage + " has no kind");
  }

  /// Where a struct is used: `Pod.spec`.
  SortedSet<String> places(StructModel struct) {
    return places.getOrDefault(struct.reference(), new TreeSet<>());
  }

  /// The key field of the items of a list, where items can be told apart by one: the merge key of
  /// patches, or the only key of server-side apply.
  Optional<FieldEntry> key(FieldModel list) {
    FieldEntry entry = list.entry();
    String key = entry.mergeKey();
    if (key == null && entry.listKeys().size() == 1) {
      key = entry.listKeys().getFirst();
    }
    return key == null || !list.isStruct()
        ? Optional.empty()
        : entryOfClass(list.base()).field(key).filter(field -> !field.type().isStruct());
  }
}
