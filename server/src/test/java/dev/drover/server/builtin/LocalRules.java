package dev.drover.server.builtin;

import dev.drover.api.Status;
import dev.drover.api.StatusDetails;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Resource;
import dev.drover.server.core.StoredObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the rules of a kind alone make of an object.
final class LocalRules {
  private LocalRules() {}

  static Outcome create(Resource resource, Map<String, @Nullable Object> object) {
    TreeNode node = canonical(resource, object);
    resource.strategy().setDefaults(node);
    resource.strategy().prepareForCreate(node);
    return outcome(resource, node, null, () -> resource.strategy().validate(node));
  }

  static Outcome update(
      Resource resource, Map<String, @Nullable Object> object, Map<String, @Nullable Object> old) {
    TreeNode node = canonical(resource, object);
    TreeNode before = TreeNode.copyOf(old);
    resource.strategy().setDefaults(node);
    resource.strategy().prepareForUpdate(node, before);
    return outcome(resource, node, before, () -> resource.strategy().validateUpdate(node, before));
  }

  private static TreeNode canonical(Resource resource, Map<String, @Nullable Object> object) {
    return TreeNode.copyOf(TypedForm.ofTree(object, resource.structure()).tree());
  }

  private static Outcome outcome(
      Resource resource, TreeNode node, @Nullable TreeNode old, Supplier<List<FieldError>> check) {
    try {
      List<FieldError> errors = check.get();
      if (!errors.isEmpty()) {
        return new Outcome(errors.stream().map(FieldError::message).toList(), Map.of());
      }
      resource.strategy().allocate(node, old, NOTHING);
    } catch (ApiError e) {
      return Outcome.of(e.status());
    }
    return new Outcome(List.of(), comparable(node.map()));
  }

  private static final StoredObjects NOTHING =
      new StoredObjects() {
        @Override
        public Optional<Map<String, @Nullable Object>> get(
            String resource, String namespace, String name) {
          return Optional.empty();
        }

        @Override
        public List<Map<String, @Nullable Object>> list(String resource, String namespace) {
          return List.of();
        }
      };

  /// Without what every server sets in its own way, and without empty values.
  static Map<String, Object> comparable(Map<String, @Nullable Object> object) {
    TreeNode copy = TreeNode.copyOf(object);
    copy.at("metadata")
        .remove("uid")
        .remove("resourceVersion")
        .remove("creationTimestamp")
        .remove("generation")
        .remove("managedFields");
    maskAllocated(copy.at("spec"));
    return dense(copy.map()) instanceof Map<?, ?> map ? cast(map) : Map.of();
  }

  /// Addresses and ports that were allocated, and not asked for, are anything.
  private static void maskAllocated(TreeNode spec) {
    if (spec.text("clusterIP").matches("10\\.0\\.0\\.\\d{2,3}")) {
      spec.set("clusterIP", "any").set("clusterIPs", List.of("any"));
    }
    mask(spec, "healthCheckNodePort");
    spec.items("ports").forEach(port -> mask(port, "nodePort"));
  }

  private static void mask(TreeNode owner, String field) {
    if (owner.number(field, 0) > 30_085 && owner.number(field, 0) < 33_000) {
      owner.set(field, "any");
    }
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, Object> cast(Map<?, ?> map) {
    return (Map<String, Object>) map;
  }

  private static @Nullable Object dense(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, Object> kept = new TreeMap<>();
        map.forEach(
            (key, item) -> {
              Object dense = dense(item);
              if (dense != null) {
                kept.put((String) key, dense);
              }
            });
        yield kept.isEmpty() ? null : kept;
      }
      case List<?> list -> {
        List<@Nullable Object> kept = new ArrayList<>();
        list.forEach(item -> kept.add(dense(item)));
        yield kept.isEmpty() ? null : kept;
      }
      case Long number when number == 0 -> null;
      case String text when text.isEmpty() -> null;
      case Boolean truth when !truth -> null;
      case null, default -> value;
    };
  }

  /// @param errors the messages; none when the object was taken
  /// @param object what it became; empty when it was not taken
  record Outcome(List<String> errors, Map<String, Object> object) {
    /// A refusal.
    static Outcome of(Status status) {
      StatusDetails details = status.details();
      List<String> causes =
          details == null
              ? List.of()
              : details.causes().stream().map(it -> it.field() + ": " + it.message()).toList();
      boolean isInvalid = "Invalid".equals(status.reason());
      return new Outcome(isInvalid ? causes : List.of(String.valueOf(status.message())), Map.of());
    }
  }
}
