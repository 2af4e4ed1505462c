package dev.drover.server.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The options of a request as admission sees them: those that the client sent, and no defaults.
///
/// @param fields by their names in `CreateOptions`, `UpdateOptions` or `DeleteOptions`
/// @param ofCollection whether the request deletes a collection, so that it names no object
public record OperationOptions(Map<String, @Nullable Object> fields, boolean ofCollection) {
  private static final OperationOptions NONE = new OperationOptions(Map.of(), false);

  /// Options with nothing but a dry run, if it is one.
  static OperationOptions of(boolean dryRun) {
    return dryRun ? new OperationOptions(Map.of("dryRun", List.of("All")), false) : NONE;
  }

  /// The object for an operation; null where the operation has no options.
  @Nullable Map<String, @Nullable Object> tree(AdmissionPlugin.Operation operation) {
    String kind =
        switch (operation) {
          case CREATE -> "CreateOptions";
          case UPDATE -> "UpdateOptions";
          case DELETE -> "DeleteOptions";
          case CONNECT -> null;
        };
    if (kind == null) {
      return null;
    }
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("kind", kind);
    tree.put("apiVersion", "meta.k8s.io/v1");
    tree.putAll(fields);
    return tree;
  }
}
