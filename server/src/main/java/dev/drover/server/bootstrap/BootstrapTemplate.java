package dev.drover.server.bootstrap;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An object as the file has it: complete but for what differs from server to server.
///
/// @param resource the name under which it is stored
/// @param namespace empty for cluster-wide objects
/// @param onlyWithBetas whether it is there only when beta versions are served
/// @param tree the object without names, uid, times and managed fields; text that starts with `$`
///   stands for a fact of the server
/// @param owners the managers of its fields
record BootstrapTemplate(
    String resource,
    String apiVersion,
    String kind,
    String namespace,
    String name,
    boolean onlyWithBetas,
    Map<String, @Nullable Object> tree,
    List<Owner> owners) {

  /// A manager of fields.
  ///
  /// @param subresource through which it set them; empty for the object itself
  /// @param fields what it owns, in the form of `fieldsV1`
  record Owner(
      String manager, String operation, String subresource, Map<String, @Nullable Object> fields) {}
}
