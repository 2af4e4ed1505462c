package dev.drover.console;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request that a run sent.
///
/// @param path without the query
/// @param code the HTTP status; 0 = no answer came
/// @param at when it began, in nanoseconds since the run began
/// @param took until the head of the answer was there, in nanoseconds
record ApiCall(String method, String path, int code, long at, long took) {
  /// @param target path and query
  static ApiCall of(String method, String target, int code, long at, long took) {
    int query = target.indexOf('?');
    return new ApiCall(method, query < 0 ? target : target.substring(0, query), code, at, took);
  }

  boolean isWrite() {
    return !method.equals("GET") && !method.equals("HEAD");
  }

  Map<String, @Nullable Object> tree() {
    return Trees.of(
        "method",
        method,
        "path",
        path,
        "code",
        code,
        "atMicros",
        at / 1000,
        "tookMicros",
        took / 1000);
  }

  /// The resource with its subresource, such as `pods` or `deployments/status`.
  String resource() {
    String[] steps = path.split("/", -1);
    int at = resourceAt(steps);
    if (at < 0) {
      return path;
    }
    return steps.length > at + 2 ? steps[at] + "/" + steps[at + 2] : steps[at];
  }

  /// Where the resource is among the steps of the path; -1 if there is none.
  private static int resourceAt(String[] steps) {
    int begin = steps.length > 1 && steps[1].equals("api") ? 3 : 4;
    if (steps.length <= begin) {
      return -1;
    }
    boolean isNamespaced = steps[begin].equals("namespaces") && steps.length > begin + 2;
    return isNamespaced ? begin + 2 : begin;
  }
}
