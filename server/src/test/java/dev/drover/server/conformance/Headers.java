package dev.drover.server.conformance;

import dev.drover.server.oracle.OwnWarnings;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The headers that clients act on.
final class Headers {
  private static final List<String> COMPARED =
      List.of(
          "allow",
          "cache-control",
          "content-encoding",
          "content-type",
          "location",
          "retry-after",
          "vary",
          "warning",
          "www-authenticate",
          "x-content-type-options",
          "x-kubernetes-pf-flowschema-uid",
          "x-kubernetes-pf-prioritylevel-uid");

  private Headers() {}

  static Map<String, List<String>> compared(HttpHeaders headers) {
    Map<String, List<String>> compared = new TreeMap<>();
    for (String name : COMPARED) {
      List<String> values = OwnWarnings.without(headers.allValues(name));
      if (!values.isEmpty()) {
        compared.put(name, values);
      }
    }
    return compared;
  }
}
