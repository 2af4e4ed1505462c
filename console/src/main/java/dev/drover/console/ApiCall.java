package dev.drover.console;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request that a run sent.
///
/// @param path without the query
/// @param manager the field manager that the query names; empty if it names none
/// @param code the HTTP status; 0 = no answer came
/// @param at when it began, in nanoseconds since the run began
/// @param took until the head of the answer was there, in nanoseconds
record ApiCall(String method, String path, String manager, int code, long at, long took) {
  private static final String MANAGER = "fieldManager=";

  /// @param target path and query
  static ApiCall of(String method, String target, int code, long at, long took) {
    int query = target.indexOf('?');
    return query < 0
        ? new ApiCall(method, target, "", code, at, took)
        : new ApiCall(method, target.substring(0, query), manager(target, query), code, at, took);
  }

  private static String manager(String target, int query) {
    int at = target.indexOf(MANAGER, query);
    return at < 0
        ? ""
        : Query.of(target.substring(at))
            .text(MANAGER.substring(0, MANAGER.length() - 1))
            .orElse("");
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

  /// The resource and the key of the object, such as `pods shop/web-0`; of a creation by POST,
  /// which names no object, the resource and the namespace.
  String object() {
    String[] steps = path.split("/", -1);
    int at = resourceAt(steps);
    if (at < 0) {
      return path;
    }
    String namespace = at >= 2 && steps[at - 2].equals("namespaces") ? steps[at - 1] + "/" : "";
    return resource() + " " + namespace + (steps.length > at + 1 ? steps[at + 1] : "");
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
