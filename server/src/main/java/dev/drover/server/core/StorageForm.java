package dev.drover.server.core;

import dev.drover.api.GroupVersionKind;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// How objects of one version are kept: under a name that all versions share, as objects of one
/// stored version.
///
/// @param name group and plural, such as `apps/deployments` or `/pods`
/// @param kind the stored version's kind
/// @param toStored from the served version; sets `apiVersion` and `kind`
/// @param fromStored back to the served version
public record StorageForm(
    String name,
    GroupVersionKind kind,
    UnaryOperator<Map<String, @Nullable Object>> toStored,
    UnaryOperator<Map<String, @Nullable Object>> fromStored) {

  /// The served version is the stored one.
  public static StorageForm same(String name, GroupVersionKind kind) {
    return new StorageForm(name, kind, UnaryOperator.identity(), UnaryOperator.identity());
  }
}
