package dev.drover.server.openapi;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry;
import dev.drover.schema.ObjectEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.server.core.Resource;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The names of schemas in the documents: Go's packages with the labels of the host reversed.
final class SchemaNames {
  static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
  static final String LIST_META = META + "ListMeta";
  static final String OBJECT_META = META + "ObjectMeta";

  private SchemaNames() {}

  /// The name of a type of the table: `io.k8s.api.core.v1.Pod` for `core/v1.Pod`.
  static String ofType(String type) {
    String dotted = type.replace('/', '.');
    return switch (type.substring(0, type.indexOf('/'))) {
      case "meta" -> "io.k8s.apimachinery.pkg.apis." + dotted;
      case "apiextensions" -> "io.k8s.apiextensions-apiserver.pkg.apis." + dotted;
      case "apiregistration" -> "io.k8s.kube-aggregator.pkg.apis." + dotted;
      default -> "io.k8s.api." + dotted;
    };
  }

  /// The name of a resource's objects.
  static String of(Resource resource) {
    return resource.isCustom()
        ? custom(resource.gvk())
        : ofKind(resource.gvk()).orElseThrow(() -> new IllegalStateException("" + resource.gvk()));
  }

  /// The name of a resource's lists.
  static String ofList(Resource resource) {
    String name = of(resource);
    return name.substring(0, name.lastIndexOf('.') + 1) + resource.listKind();
  }

  /// The name of a built-in kind, resource or not.
  static Optional<String> ofKind(GroupVersionKind kind) {
    SchemaTable table = SchemaTable.builtIn();
    return table
        .kind(kind)
        .map(KindEntry::type)
        .or(() -> table.object(kind).map(ObjectEntry::type))
        .map(SchemaNames::ofType);
  }

  /// `com.example.stable.v1.CronTab` for a kind of `stable.example.com`.
  private static String custom(GroupVersionKind kind) {
    List<String> labels = Arrays.asList(kind.group().split("\\."));
    Collections.reverse(labels);
    return String.join(".", labels) + "." + kind.version() + "." + kind.kind();
  }
}
