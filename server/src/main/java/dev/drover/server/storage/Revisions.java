package dev.drover.server.storage;

import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.server.core.ApiError;
import java.math.BigInteger;
import java.util.List;

/// Parses the revisions of requests, and has the errors for malformed ones.
final class Revisions {
  private static final int RETRY_AFTER_SECONDS = 1;

  private Revisions() {}

  /// The number in a resourceVersion; 0 for an empty one. Numbers beyond a long are all alike: in
  /// the future.
  static long parse(String resourceVersion) {
    String problem = problem(resourceVersion);
    if (!problem.isEmpty()) {
      throw ApiError.of(500, "", problem); // not a 400: kube-apiserver leaves this error unmapped
    }
    return number(resourceVersion);
  }

  /// The same for lists, which kube-apiserver checks with more care.
  static long parseForList(String resourceVersion) {
    String problem = problem(resourceVersion);
    if (!problem.isEmpty()) {
      throw ApiError.badRequest("invalid resource version: " + problem);
    }
    return number(resourceVersion);
  }

  private static long number(String resourceVersion) {
    long number = resourceVersion.isEmpty() ? 0 : Long.parseUnsignedLong(resourceVersion);
    return number < 0 ? Long.MAX_VALUE : number;
  }

  private static String problem(String resourceVersion) {
    String reason;
    if (!resourceVersion.chars().allMatch(c -> c >= '0' && c <= '9')) {
      reason = "invalid syntax";
    } else if (isTooLong(resourceVersion)) {
      reason = "value out of range";
    } else {
      return "";
    }
    return FieldError.invalid(
            FieldPath.of("resourceVersion"),
            resourceVersion,
            "strconv.ParseUint: parsing \"" + resourceVersion + "\": " + reason)
        .message();
  }

  private static boolean isTooLong(String digits) {
    return digits.length() > 19 && new BigInteger(digits).bitLength() > Long.SIZE;
  }

  /// A read asked for a revision that was not written in time.
  static ApiError tooLarge(long wanted, long current) {
    StatusCause cause =
        StatusCause.builder()
            .reason("ResourceVersionTooLarge")
            .message("Too large resource version")
            .build();
    return ApiError.of(
        Status.builder()
            .status("Failure")
            .code(504)
            .reason("Timeout")
            .message("Timeout: Too large resource version: " + wanted + ", current: " + current)
            .details(
                StatusDetails.builder()
                    .causes(List.of(cause))
                    .retryAfterSeconds(RETRY_AFTER_SECONDS)
                    .build())
            .build());
  }
}
