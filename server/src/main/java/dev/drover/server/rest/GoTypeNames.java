package dev.drover.server.rest;

import dev.drover.api.GroupVersionKind;

/// The names of kube-apiserver's internal Go types in messages.
final class GoTypeNames {
  private GoTypeNames() {}

  /// The type that objects of all versions of a kind have inside kube-apiserver: `core.Pod`.
  static String internal(GroupVersionKind kind) {
    String folder = kind.group().isEmpty() ? "core" : kind.group().split("\\.", 2)[0];
    return folder + "." + kind.kind();
  }
}
