package dev.drover.client;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The subresources of one object that every kind may have and that have methods of their own:
/// `scale`, `eviction` and `token`.
record SubresourceCall(ResourceClient<?> client, String name) {
  private static final Kind<DynamicObject> SCALE = body("autoscaling", "Scale");
  private static final Kind<DynamicObject> EVICTION = body("policy", "Eviction");
  private static final Kind<DynamicObject> TOKEN = body("authentication.k8s.io", "TokenRequest");

  private static Kind<DynamicObject> body(String group, String kind) {
    return Kind.dynamic(new GroupVersionKind(group, "v1", kind), "", Scope.NAMESPACED);
  }

  long replicas() {
    return client.getSubresource(name, "scale", SCALE).integer("spec", "replicas").orElse(0L);
  }

  void scale(long replicas) {
    Patch patch = Patch.merge(Map.of("spec", Map.of("replicas", replicas)));
    client
        .subresource("PATCH", name, "scale")
        .setHeader("Content-Type", patch.contentType())
        .params(client.writing().unforced())
        .body(patch.body())
        .execute();
  }

  void evict() {
    client
        .subresource("POST", name, "eviction")
        .params(client.writing())
        .body(DynamicObject.named(EVICTION.gvk(), client.namespace(), name), EVICTION)
        .maxRetries(0) // a refusal for the budget's sake is an answer, not a fault
        .execute();
  }

  String token(Duration validFor, String... audiences) {
    DynamicObject wanted =
        DynamicObject.named(TOKEN.gvk(), client.namespace(), name)
            .with(
                Map.of("expirationSeconds", validFor.toSeconds(), "audiences", List.of(audiences)),
                "spec");
    return client
        .createSubresource(name, "token", wanted, TOKEN)
        .text("status", "token")
        .orElseThrow(() -> new IllegalStateException("the server gave no token for " + name));
  }
}
