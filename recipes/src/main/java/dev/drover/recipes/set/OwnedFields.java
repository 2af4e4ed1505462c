package dev.drover.recipes.set;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ManagedFieldsEntry;
import dev.drover.api.RawExtension;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides by `managedFields` whether every applied field still has the applied value.
///
/// The server takes a field away from a field manager when another manager changes its value. An
/// object that carries the hash of the description, and whose entry of our manager has every
/// described field, is therefore as described. Values need not be compared, which would go wrong
/// wherever the server writes a value in another form (`1000m` as `1`) or a webhook changes it.
///
/// The set of fields tells how a list is merged, so no schema is needed: `k:{"name":"web"}` is an
/// item by its key, `v:"a"` an item of a set, and a list without such members is one value.
final class OwnedFields {
  /// The server keeps these out of the set, or they are not applied with the object; metadata has
  /// fields of that sort itself.
  private static final Set<String> ROOT = Set.of("apiVersion", "kind", "status", "metadata");

  private static final Set<String> METADATA = Set.of("name", "namespace", "uid", "generateName");

  private OwnedFields() {}

  /// Whether the manager owns every field of the description, by the object's `managedFields`.
  ///
  /// @param description the tree of what was applied
  static boolean hasAll(
      KubernetesObject object, String manager, String apiVersion, Map<?, ?> description) {
    for (ManagedFieldsEntry entry : object.metadata().managedFields()) {
      if (manager.equals(entry.manager())
          && "Apply".equals(entry.operation())
          && isEmpty(entry.subresource())
          && apiVersion.equals(entry.apiVersion())) {
        RawExtension fields = entry.fieldsV1();
        return fields != null
            && fields.tree() instanceof Map<?, ?> owned
            && root(description, owned);
      }
    }
    return false;
  }

  /// Whether the manager has applied the object and still owns fields of it.
  static boolean areSome(KubernetesObject object, String manager) {
    return object.metadata().managedFields().stream()
        .anyMatch(
            entry ->
                manager.equals(entry.manager())
                    && "Apply".equals(entry.operation())
                    && isEmpty(entry.subresource()));
  }

  private static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }

  private static boolean root(Map<?, ?> description, Map<?, ?> owned) {
    return fields(description, owned, ROOT)
        && (description.get("metadata") instanceof Map<?, ?> metadata
            ? metadata(metadata, owned)
            : child(owned, "metadata", description.get("metadata")));
  }

  private static boolean metadata(Map<?, ?> metadata, Map<?, ?> owned) {
    Map<?, ?> below = owned.get("f:metadata") instanceof Map<?, ?> map ? map : Map.of();
    return fields(metadata, below, METADATA);
  }

  /// @param others fields that are not looked at
  private static boolean fields(Map<?, ?> map, Map<?, ?> owned, Set<String> others) {
    for (Map.Entry<?, ?> field : map.entrySet()) {
      String name = String.valueOf(field.getKey());
      if (!others.contains(name) && !child(owned, name, field.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean child(Map<?, ?> owned, String name, @Nullable Object value) {
    return value == null
        || (owned.get("f:" + name) instanceof Map<?, ?> below && value(value, below));
  }

  /// @param owned the members of the set at and below the value; none = the value is one whole
  private static boolean value(Object value, Map<?, ?> owned) {
    if (isWhole(owned)) {
      return true;
    }
    return switch (value) {
      case Map<?, ?> map -> fields(map, owned, Set.of());
      case List<?> list -> list.stream().allMatch(item -> item == null || item(item, owned));
      default -> true;
    };
  }

  private static boolean isWhole(Map<?, ?> owned) {
    return owned.isEmpty() || (owned.size() == 1 && owned.containsKey("."));
  }

  private static boolean item(Object item, Map<?, ?> owned) {
    if (!(item instanceof Map<?, ?> fields)) {
      return owned.entrySet().stream().anyMatch(e -> isValue(e.getKey(), item));
    }
    return owned.entrySet().stream()
        .anyMatch(
            e ->
                isKeyOf(e.getKey(), fields)
                    && e.getValue() instanceof Map<?, ?> below
                    && value(item, below));
  }

  private static boolean isValue(Object step, Object item) {
    return step instanceof String text
        && text.startsWith("v:")
        && item.equals(RawExtension.ofJson(text.substring(2)).tree());
  }

  /// A key that the description leaves out has its default there, such as `protocol: TCP`.
  private static boolean isKeyOf(Object step, Map<?, ?> item) {
    return step instanceof String text
        && text.startsWith("k:")
        && RawExtension.ofJson(text.substring(2)).tree() instanceof Map<?, ?> keys
        && keys.entrySet().stream()
            .allMatch(
                key -> !item.containsKey(key.getKey()) || isSame(item.get(key.getKey()), key));
  }

  private static boolean isSame(@Nullable Object value, Map.Entry<?, ?> key) {
    return value != null && value.equals(key.getValue());
  }
}
