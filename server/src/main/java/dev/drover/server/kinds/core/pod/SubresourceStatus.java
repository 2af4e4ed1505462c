package dev.drover.server.kinds.core.pod;

import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Call;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Functions that writes through the subresources of pods share.
final class SubresourceStatus {
  private SubresourceStatus() {}

  /// The answer to a create that left nothing to show.
  static Map<String, @Nullable Object> created() {
    Map<String, @Nullable Object> status = new TreeMap<>();
    status.put("apiVersion", "v1");
    status.put("kind", "Status");
    status.put("metadata", Map.of());
    status.put("status", "Success");
    status.put("code", 201L);
    return status;
  }

  /// The same write as that of the call.
  static ApiObjects.Write write(Call call, String subresource) {
    return new ApiObjects.Write(
        call.user(),
        call.parameter("fieldManager")
            .orElseGet(() -> call.header("user-agent").orElse("unknown").split("/", 2)[0]),
        subresource,
        isDryRun(call),
        call.notes());
  }

  static boolean isDryRun(Call call) {
    return call.parameter("dryRun").isPresent();
  }
}
