package dev.drover.server.rest;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// The formats of patches.
enum PatchType {
  JSON("application/json-patch+json"),
  MERGE("application/merge-patch+json"),
  STRATEGIC("application/strategic-merge-patch+json"),
  APPLY("application/apply-patch+yaml");

  private final String contentType;

  PatchType(String contentType) {
    this.contentType = contentType;
  }

  /// The type of a call's body; custom resources have no types of fields to merge by.
  static Optional<PatchType> of(Call call, boolean isCustom) {
    String header = call.header("content-type").orElse("").split(";", 2)[0].strip();
    return Arrays.stream(values())
        .filter(type -> !(isCustom && type == STRATEGIC))
        .filter(type -> type.contentType.equals(header))
        .findFirst();
  }

  static ApiError unsupported(boolean isCustom) {
    if (!isCustom) { // found out by another part of Kubernetes, which says less
      return ApiError.generic(415, "UnsupportedMediaType", "415: Unsupported Media Type");
    }
    return ApiError.of(
        415,
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include: "
            + Arrays.stream(values())
                .filter(type -> type != STRATEGIC)
                .map(type -> type.contentType)
                .collect(Collectors.joining(", ")));
  }
}
