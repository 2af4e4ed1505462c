package dev.drover.opentelemetry;

import java.util.Arrays;
import java.util.List;

/// The path of a request without the names of namespaces and objects, as a span name of low
/// cardinality.
final class ApiPath {
  private ApiPath() {}

  /// The resource with its subresource, such as `pods` or `deployments/status`; the path itself
  /// when it is about no resource.
  static String resource(String path) {
    List<String> steps = Arrays.asList(path.substring(1).split("/"));
    int begin = steps.getFirst().equals("api") ? 2 : steps.getFirst().equals("apis") ? 3 : -1;
    if (begin < 0 || steps.size() <= begin) {
      return path;
    }
    boolean isNamespaced = steps.get(begin).equals("namespaces") && steps.size() > begin + 2;
    List<String> rest = steps.subList(isNamespaced ? begin + 2 : begin, steps.size());
    return rest.size() < 3 ? rest.getFirst() : rest.getFirst() + "/" + rest.get(2);
  }
}
