package dev.drover.model.generator;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A kind that has a class: a resource, or the body of a subresource such as `Scale`.
///
/// @param gvk the kind's full name
/// @param resource what discovery says, or null for the body of a subresource
record KindModel(GroupVersionKind gvk, @Nullable KindEntry resource) {
  boolean isNamespaced() {
    return resource == null || resource.namespaced();
  }

  /// The line of the table that describes the kind at run time.
  String line() {
    String group = gvk.group().isEmpty() ? "core" : gvk.group();
    List<String> columns = new ArrayList<>(List.of(group, gvk.version(), gvk.kind()));
    if (resource != null) {
      columns.add("plural=" + resource.plural());
      columns.add("singular=" + resource.singular());
      columns.add("scope=" + (resource.namespaced() ? "Namespaced" : "Cluster"));
      addList(columns, "short", resource.shortNames());
      addList(columns, "categories", resource.categories());
      addList(columns, "verbs", resource.verbs());
      addList(
          columns,
          "subresources",
          resource.subresources().stream().map(this::subresource).toList());
    }
    return String.join(" ", columns);
  }

  private static void addList(List<String> columns, String name, List<String> values) {
    if (!values.isEmpty()) {
      columns.add(name + "=" + String.join(",", values));
    }
  }

  private String subresource(KindEntry.Subresource subresource) {
    GroupVersionKind of = subresource.kind();
    return of.equals(gvk)
        ? subresource.name()
        : "%s:%s/%s/%s"
            .formatted(
                subresource.name(),
                of.group().isEmpty() ? "core" : of.group(),
                of.version(),
                of.kind());
  }
}
