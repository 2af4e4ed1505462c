package dev.drover.crd.source;

import dev.drover.api.Scope;
import dev.drover.api.crd.Crd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes the source file of one version of a kind.
public final class KindText {
  private static final Set<String> BY_SERVER = Set.of("apiVersion", "kind", "metadata");
  private static final Set<String> SELECTABLE = Set.of("string", "boolean", "integer");

  /// The first line of every file; a file without it was written by someone.
  public static final String MARK = "// Generated from a CustomResourceDefinition. Do not edit.";

  private final Crd crd;
  private final Crd.Version version;
  private final String packageName;
  private final String className;
  private final Imports imports = new Imports();
  private final List<String> losses = new ArrayList<>();
  private final RecordText records;
  private final Map<String, @Nullable Object> schema;

  public KindText(Crd crd, Crd.Version version, String packageName) {
    this.crd = crd;
    this.version = version;
    this.packageName = packageName;
    this.className = JavaNames.className(crd.kind());
    this.records = new RecordText(className, imports, this::lost);
    this.schema = version.schema();
  }

  /// The default package of a version.
  public static String packageName(Crd crd, Crd.Version version) {
    return JavaNames.packageName(crd.group(), version.name());
  }

  /// A part of a package name from the name of a version.
  public static String packagePart(Crd.Version version) {
    return JavaNames.packagePart(version.name());
  }

  /// The path of the file below the folder of sources.
  public String path() {
    return packageName.replace('.', '/') + "/" + className + ".java";
  }

  /// What a definition made from the source will not have; complete after [#text].
  public List<String> losses() {
    return losses;
  }

  private void lost(List<String> path, String what) {
    losses.add((path.isEmpty() ? "the object" : String.join(".", path)) + ": " + what);
  }

  /// The source.
  public String text() {
    for (String name : List.of("CustomResource", "Kind", "KubernetesObject", "ObjectMeta")) {
      imports.use("dev.drover.api." + name);
    }
    imports.use("org.jspecify.annotations.NullMarked");
    List<String> annotations = new ArrayList<>();
    annotations.add("@NullMarked");
    annotations.add(customResource());
    annotations.addAll(scale());
    annotations.addAll(columns());
    annotations.addAll(selectable());
    annotations.addAll(rootKeywords());
    String header = header();
    return MARK
        + "\n\npackage "
        + packageName
        + ";\n\n"
        + imports()
        + "\n"
        + String.join("\n", annotations)
        + "\n"
        + header
        + "\n  /// The kind.\n  public static final Kind<"
        + className
        + "> KIND = Kind.of("
        + className
        + ".class);\n\n"
        + String.join("\n", records.bodies())
        + "}\n";
  }

  private String imports() {
    StringBuilder out = new StringBuilder();
    imports.used().forEach(name -> out.append("import ").append(name).append(";\n"));
    return out.toString();
  }

  private static String literal(String text) {
    return JavaText.literal(text, "        ");
  }

  private String customResource() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("group", literal(crd.group()));
    facts.put("version", literal(version.name()));
    if (!className.equals(crd.kind())) {
      facts.put("kind", literal(crd.kind()));
    }
    facts.put("plural", literal(crd.plural()));
    Map<String, @Nullable Object> names = names();
    String singular = Trees.text(names.get("singular"));
    if (!singular.isEmpty() && !singular.equals(crd.kind().toLowerCase(Locale.ROOT))) {
      facts.put("singular", literal(singular));
    }
    putTexts(facts, "shortNames", names.get("shortNames"));
    putTexts(facts, "categories", names.get("categories"));
    if (crd.scope() == Scope.CLUSTER) {
      imports.use("dev.drover.api.Scope");
      facts.put("scope", "Scope.CLUSTER");
    }
    if (!version.isServed()) {
      facts.put("served", "false");
    }
    if (!version.isStored()) {
      facts.put("storage", "false");
    }
    if (version.isDeprecated()) {
      facts.put("deprecated", "true");
    }
    String warning = Trees.text(version.tree().get("deprecationWarning"));
    if (!warning.isEmpty() && JavaText.fits(warning)) {
      facts.put("deprecationWarning", literal(warning));
    }
    String listKind = Trees.text(names.get("listKind"));
    if (!listKind.isEmpty() && !listKind.equals(crd.kind() + "List")) {
      lost(List.of(), "the name of its list is " + crd.kind() + "List");
    }
    List<String> arguments = new ArrayList<>();
    facts.forEach((name, value) -> arguments.add("\n    " + name + " = " + value));
    return "@CustomResource(" + String.join(",", arguments) + ")";
  }

  private Map<String, @Nullable Object> names() {
    return Trees.map(Trees.map(crd.toObject().tree().get("spec")).get("names"));
  }

  private static void putTexts(Map<String, String> facts, String name, @Nullable Object texts) {
    List<String> literals = Trees.texts(texts).stream().map(KindText::literal).toList();
    if (!literals.isEmpty()) {
      facts.put(
          name,
          literals.size() == 1 ? literals.getFirst() : "{" + String.join(", ", literals) + "}");
    }
  }

  private List<String> scale() {
    Map<String, @Nullable Object> scale =
        Trees.map(Trees.map(version.tree().get("subresources")).get("scale"));
    if (scale.isEmpty()) {
      return List.of();
    }
    String spec = Trees.text(scale.get("specReplicasPath"));
    String status = Trees.text(scale.get("statusReplicasPath"));
    String selector = Trees.text(scale.get("labelSelectorPath"));
    boolean isKnown =
        "integer".equals(typeAt(spec))
            && "integer".equals(typeAt(status))
            && (selector.isEmpty() || "string".equals(typeAt(selector)));
    if (!isKnown) {
      lost(List.of(), "the scale subresource, whose paths are not in the schema");
      return List.of();
    }
    imports.use("dev.drover.api.crd.Scale");
    return List.of(
        "@Scale(specReplicas = %s, statusReplicas = %s%s)"
            .formatted(
                literal(spec),
                literal(status),
                selector.isEmpty() ? "" : ", selector = " + literal(selector)));
  }

  private List<String> columns() {
    List<String> columns = new ArrayList<>();
    for (Object entry : Trees.list(version.tree().get("additionalPrinterColumns"))) {
      Map<String, @Nullable Object> column = Trees.map(entry);
      List<String> arguments = new ArrayList<>();
      for (String name : List.of("name", "jsonPath", "type", "format", "description")) {
        String value = Trees.text(column.get(name));
        if (!value.isEmpty() && JavaText.fits(value)) {
          arguments.add(name + " = " + literal(value));
        }
      }
      if (column.get("priority") instanceof Long priority
          && priority != 0
          && (int) (long) priority == priority) {
        arguments.add("priority = " + priority);
      }
      if (Trees.text(column.get("name")).isEmpty()
          || Trees.text(column.get("jsonPath")).isEmpty()) {
        lost(List.of(), "a printer column without name or path");
        continue;
      }
      imports.use("dev.drover.api.crd.PrinterColumn");
      columns.add("@PrinterColumn(" + String.join(", ", arguments) + ")");
    }
    return columns;
  }

  private List<String> selectable() {
    List<String> fields = new ArrayList<>();
    for (Object entry : Trees.list(version.tree().get("selectableFields"))) {
      String path = Trees.text(Trees.map(entry).get("jsonPath"));
      if (SELECTABLE.contains(typeAt(path))) {
        imports.use("dev.drover.api.crd.SelectableField");
        fields.add("@SelectableField(" + literal(path) + ")");
      } else {
        lost(List.of(), "a selectable field whose path is not in the schema");
      }
    }
    return fields;
  }

  /// The type of the schema at a path such as `.spec.replicas`, as far as records lead; empty for
  /// none.
  private String typeAt(String path) {
    if (!path.startsWith(".")) {
      return "";
    }
    Map<String, @Nullable Object> at = schema;
    for (String step : path.substring(1).split("\\.", -1)) {
      boolean isJson =
          Boolean.TRUE.equals(at.get("x-kubernetes-preserve-unknown-fields")) && at != schema;
      at = isJson ? Map.of() : Trees.map(Trees.map(at.get("properties")).get(step));
    }
    return Trees.text(at.get("type"));
  }

  private List<String> rootKeywords() {
    Map<String, @Nullable Object> base = new LinkedHashMap<>();
    base.put("type", "object");
    for (String keyword : List.of("properties", "required")) {
      if (schema.containsKey(keyword)) {
        base.put(keyword, schema.get(keyword));
      }
    }
    if (Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"))) {
      lost(List.of(), "fields beyond the schema are not read");
    }
    return Keywords.annotations(schema, base, true, imports, "    ", what -> lost(List.of(), what));
  }

  private String header() {
    Map<String, @Nullable Object> properties = Trees.map(schema.get("properties"));
    if (!schema.isEmpty() && !"object".equals(schema.get("type"))) {
      throw new IllegalArgumentException(
          "%s %s: the schema of an object is of type object".formatted(crd.name(), version.name()));
    }
    Set<String> required = Set.copyOf(Trees.texts(schema.get("required")));
    for (String name : BY_SERVER) {
      Map<String, @Nullable Object> known = Trees.map(properties.get(name));
      String type = name.equals("metadata") ? "object" : "string";
      if (known.isEmpty() ? !schema.isEmpty() : !known.equals(Map.of("type", type))) {
        lost(List.of(name), "its description and constraints, other than the type");
      }
      if (required.contains(name)) {
        lost(List.of(name), "that it is required, which the server sees to");
      }
    }
    JavaNames own = JavaNames.ofComponents(true);
    List<String> components = new ArrayList<>();
    components.add("\n    ObjectMeta " + own.component("metadata"));
    boolean hasStatus = version.hasSubresource("status");
    String statusType = null;
    for (String name : properties.keySet()) {
      if (BY_SERVER.contains(name)) {
        continue;
      }
      boolean isStatus = name.equals("status");
      if (isStatus && required.contains(name)) {
        lost(List.of(name), "that it is required");
      }
      RecordText.Component component =
          records.component(
              name,
              Trees.map(properties.get(name)),
              !isStatus && required.contains(name),
              List.of(name),
              own,
              "    ");
      components.add("\n    " + component.text());
      statusType = isStatus ? component.type() : statusType;
    }
    if (hasStatus && statusType == null) {
      lost(List.of("status"), "the subresource: the schema has no status");
    }
    String interfaces = "KubernetesObject";
    if (hasStatus && statusType != null) {
      imports.use("dev.drover.api.HasStatus");
      interfaces += ", HasStatus<" + qualified(statusType) + ">";
    }
    return "public record "
        + className
        + "("
        + String.join(",", components)
        + ")\n    implements "
        + interfaces
        + " {";
  }

  /// A nested record has no simple name before the body of the record around it begins.
  private String qualified(String type) {
    if (type.indexOf('<') >= 0) {
      return "Object"; // a status is an object; what else it is, its accessor says
    }
    return Imports.SIMPLE_NAMES.contains(type) ? type : className + "." + type;
  }
}
