package dev.drover.console;

import dev.drover.api.Bytes;
import dev.drover.api.Kind;
import dev.drover.api.codec.TreeType;
import dev.drover.runtime.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds the JSON trees of responses.
final class Trees {
  private Trees() {}

  /// A JSON object of names and values, in this order; null values are left out.
  static Map<String, @Nullable Object> of(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (namesAndValues[i + 1] != null) {
        tree.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
      }
    }
    return tree;
  }

  static HttpResponse answer(Object tree) {
    return answer(200, tree);
  }

  static HttpResponse answer(int code, Object tree) {
    return HttpResponse.of(code, "application/json; charset=utf-8", Bytes.of(TreeType.bytes(tree)));
  }

  static HttpResponse error(int code, String message) {
    return answer(code, of("error", message));
  }

  /// How the API names a kind: `apps/v1/Deployment`, `v1/Pod`.
  static String id(Kind<?> kind) {
    return kind.gvk().groupVersion() + "/" + kind.gvk().kind();
  }
}
