package dev.drover.server.custom;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.crd.engine.ScalePaths;
import dev.drover.schema.JsonPath;
import dev.drover.schema.KindEntry.Subresource;
import dev.drover.schema.StructuralSchema;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.CustomVersion;
import dev.drover.server.core.CustomVersion.Column;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.core.Resource;
import dev.drover.server.strategy.StorageVersion;
import dev.drover.server.webhook.HookClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes resources of a definition whose names are accepted: one for each version.
final class CustomResourceFactory {
  private static final List<String> VERBS =
      List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
  private static final GroupVersionKind SCALE = new GroupVersionKind("autoscaling", "v1", "Scale");

  private final Definition definition;
  private final Conversion conversion;

  private CustomResourceFactory(Definition definition, HookClient hooks) {
    this.definition = definition;
    this.conversion = Conversion.of(definition, hooks);
  }

  /// The versions that are served.
  static List<Resource> served(Definition definition, HookClient hooks) {
    CustomResourceFactory resources = new CustomResourceFactory(definition, hooks);
    return definition.versions().stream()
        .filter(version -> version.isTrue("served"))
        .map(resources::resource)
        .toList();
  }

  /// The version in which objects are stored, be it served or not.
  static Resource stored(Definition definition, HookClient hooks) {
    CustomResourceFactory resources = new CustomResourceFactory(definition, hooks);
    return resources.resource(resources.storageVersion());
  }

  private TreeNode storageVersion() {
    return definition.versions().stream()
        .filter(version -> version.isTrue("storage"))
        .findFirst()
        .orElseThrow();
  }

  private Resource resource(TreeNode version) {
    TreeNode names = definition.acceptedNames();
    GroupVersionKind kind = kind(version);
    TreeNode subresources = version.at("subresources");
    CustomVersion custom =
        new CustomVersion(
            schema(version),
            columns(version),
            version.isTrue("deprecated") ? Optional.of(deprecation(version)) : Optional.empty(),
            tree -> conversion.convert(tree, kind.apiVersion()),
            subresources.child("scale").map(ScalePaths::of),
            selectableFields(version));
    CustomResourceStrategy strategy =
        new CustomResourceStrategy(custom, subresources.has("status"), custom.selectableFields());
    return new Resource(
        new GroupVersionResource(kind.group(), kind.version(), names.text("plural")),
        kind,
        names.text("singular"),
        definition.isNamespaced(),
        names.text("listKind"),
        names.texts("shortNames"),
        names.texts("categories"),
        VERBS,
        subresources(subresources, kind),
        custom.schema().structure(kind.toString()),
        KindDefinition.of(kind.kind(), strategy),
        storage(version, custom.schema()),
        Optional.of(custom));
  }

  private GroupVersionKind kind(TreeNode version) {
    return new GroupVersionKind(
        definition.group(), version.text("name"), definition.acceptedNames().text("kind"));
  }

  private StructuralSchema schema(TreeNode version) {
    return StructuralSchema.of(
        version.at("schema").at("openAPIV3Schema").map(), definition.keepsUnknownFields());
  }

  private static List<Subresource> subresources(TreeNode subresources, GroupVersionKind kind) {
    List<Subresource> served = new ArrayList<>();
    if (subresources.has("status")) {
      served.add(new Subresource("status", kind));
    }
    if (subresources.has("scale")) {
      served.add(new Subresource("scale", SCALE));
    }
    return served;
  }

  /// Without any of its own, a table shows the age. Columns end where one cannot be understood.
  private static List<Column> columns(TreeNode version) {
    List<Column> columns = new ArrayList<>();
    for (TreeNode column : version.items("additionalPrinterColumns")) {
      Optional<JsonPath> path = path(column.text("jsonPath"));
      if (path.isEmpty()) {
        return columns;
      }
      columns.add(
          new Column(
              column.text("name"),
              column.text("type"),
              column.text("format"),
              column.text("description"),
              column.number("priority", 0),
              column.text("jsonPath"),
              path.get()));
    }
    return columns.isEmpty() ? List.of(AGE) : columns;
  }

  private static Optional<JsonPath> path(String text) {
    try {
      return Optional.of(JsonPath.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static final Column AGE =
      new Column(
          "Age",
          "date",
          "",
          "CreationTimestamp is a timestamp representing the server time when this object was"
              + " created. It is not guaranteed to be set in happens-before order across separate"
              + " operations. Clients may not set this value. It is represented in RFC3339 form and"
              + " is in UTC.\n\n"
              + "Populated by the system. Read-only. Null for lists. More info:"
              + " https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
          0,
          ".metadata.creationTimestamp",
          JsonPath.parse(".metadata.creationTimestamp"));

  private static List<String> selectableFields(TreeNode version) {
    return version.items("selectableFields").stream()
        .map(field -> field.text("jsonPath"))
        .map(path -> path.startsWith(".") ? path.substring(1) : path)
        .toList();
  }

  private String deprecation(TreeNode version) {
    if (version.has("deprecationWarning")) {
      return version.text("deprecationWarning");
    }
    String name = version.text("name");
    String kind = definition.names().text("kind");
    String text = definition.group() + "/" + name + " " + kind + " is deprecated";
    return definition.versions().stream()
        .filter(other -> other.isTrue("served") && !other.isTrue("deprecated"))
        .map(other -> other.text("name"))
        .filter(other -> VersionComparator.INSTANCE.compare(name, other) < 0)
        .max(VersionComparator.INSTANCE)
        .map(better -> text + "; use " + definition.group() + "/" + better + " " + kind)
        .orElse(text);
  }

  /// Going in and coming out, objects lose what the schema of the version does not know. Defaults
  /// are those of the stored version.
  private StorageVersion storage(TreeNode version, StructuralSchema schema) {
    TreeNode storage = storageVersion();
    StructuralSchema storageSchema = schema(storage);
    String storedAs = kind(storage).apiVersion();
    String servedAs = kind(version).apiVersion();
    return new StorageVersion(
        definition.storageName(),
        kind(storage),
        tree -> storageSchema.pruned(conversion.convert(tree, storedAs)),
        tree -> schema.pruned(conversion.convert(storageSchema.withDefaults(tree), servedAs)));
  }
}
