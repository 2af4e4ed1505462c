package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;

/// Versions as clients send them.
final class ResourceVersions {
  private ResourceVersions() {}

  /// The number in `metadata.resourceVersion`; 0 when there is none.
  ///
  /// @throws ApiError 500 when it is no number: kube-apiserver does not map this error either
  static long of(TreeNode metadata) {
    String text = metadata.text("resourceVersion");
    if (text.isEmpty()) {
      return 0;
    }
    boolean isDigits = text.chars().allMatch(c -> c >= '0' && c <= '9');
    try {
      if (isDigits) {
        return Long.parseUnsignedLong(text);
      }
    } catch (NumberFormatException e) {
      throw unreadable(text, "value out of range");
    }
    throw unreadable(text, "invalid syntax");
  }

  private static ApiError unreadable(String text, String problem) {
    return ApiError.of(500, "", "strconv.ParseUint: parsing \"" + text + "\": " + problem);
  }
}
