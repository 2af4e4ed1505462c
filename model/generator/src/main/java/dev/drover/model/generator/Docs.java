package dev.drover.model.generator;

import dev.drover.schema.FieldEntry;
import dev.drover.schema.FieldEntry.Merge;
import dev.drover.schema.KindEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The Javadoc of generated classes: facts from the table, and where to read more. Kubernetes' own
/// descriptions are not copied.
final class Docs {
  private static final String REFERENCE =
      "https://kubernetes.io/docs/reference/generated/kubernetes-api/";
  private static final int MOST_PLACES = 6;

  private Docs() {}

  /// The first sentence about a class.
  static String summary(Model model, StructModel struct) {
    KindModel kind = struct.kind();
    if (kind == null) {
      return "`%s` of `%s`%s.".formatted(struct.name(), struct.folder(), places(model, struct));
    }
    KindEntry resource = kind.resource();
    String apiVersion = kind.gvk().apiVersion();
    if (resource == null) {
      return "The kind `%s` of `%s`, the body of a subresource."
          .formatted(struct.name(), apiVersion);
    }
    List<String> names = new ArrayList<>(List.of(resource.plural()));
    names.addAll(resource.shortNames());
    String scope = resource.namespaced() ? "namespaced" : "of the cluster";
    return "The kind `%s` of `%s`, %s: %s."
        .formatted(struct.name(), apiVersion, scope, codes(names));
  }

  private static String places(Model model, StructModel struct) {
    List<String> places = List.copyOf(model.places(struct));
    if (places.isEmpty()) {
      return "";
    }
    boolean tooMany = places.size() > MOST_PLACES;
    String some = codes(tooMany ? places.subList(0, MOST_PLACES) : places);
    return ", found at " + some + (tooMany ? " and elsewhere" : "");
  }

  /// The page about a class in the public reference.
  static String reference(Model model, StructModel struct) {
    String group = model.group(struct.javaPackage());
    String version = struct.folder().substring(struct.folder().indexOf('/') + 1);
    String anchor =
        String.join(
            "-",
            struct.name().toLowerCase(Locale.ROOT),
            version,
            group.isEmpty() ? "core" : group.replace('.', '-'));
    return "[Kubernetes API reference](" + REFERENCE + model.minorRelease() + "/#" + anchor + ")";
  }

  /// What the table knows of a field: `replicas`: `int32`, optional, default `1`.
  static String field(FieldModel field) {
    FieldEntry entry = field.entry();
    List<String> facts = new ArrayList<>();
    facts.add(type(field));
    facts.add(entry.required() ? "required" : "optional");
    addFact(facts, "default", entry.defaultValue());
    addFact(facts, "merge key", entry.mergeKey());
    addFact(facts, "list type", name(entry.listType()));
    if (!entry.listKeys().isEmpty()) {
      facts.add("keys " + codes(entry.listKeys()));
    }
    addFact(facts, "map type", name(entry.mapType()));
    addFact(facts, "struct type", name(entry.structType()));
    if (entry.secret()) {
      facts.add("never printed");
    }
    return "`%s`: %s.".formatted(entry.name(), String.join(", ", facts));
  }

  private static String type(FieldModel field) {
    String base = "`" + field.base().substring(field.base().indexOf('.') + 1) + "`";
    return switch (field.container()) {
      case VALUE, POINTER -> base;
      case LIST -> "list of " + base;
      case MAP -> "map to " + base;
    };
  }

  private static void addFact(List<String> facts, String name, @Nullable String value) {
    if (value != null) {
      facts.add(name + " `" + value + "`");
    }
  }

  private static @Nullable String name(@Nullable Merge merge) {
    return merge == null ? null : merge.name().toLowerCase(Locale.ROOT);
  }

  private static String codes(List<String> words) {
    return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
  }
}
