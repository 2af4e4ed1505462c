package dev.drover.server.status;

import dev.drover.api.Bytes;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.http.AcceptHeader;
import dev.drover.server.http.MediaType;
import dev.drover.server.http.Representation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Answers with text for people, or with an object of `config.k8s.io` for clients that name it in
/// their `Accept` header.
///
/// @param kind of the object
record StatusDocument(String kind, Representation representation) {
  private static final String GROUP = "config.k8s.io";
  private static final Set<String> VERSIONS = Set.of("v1alpha1", "v1beta1");

  /// @param fields of the object beside kind, version and name
  Answer answer(Call call, Supplier<String> text, Supplier<Map<String, @Nullable Object>> fields) {
    if (call.header("accept").filter(accept -> !accept.isBlank()).isEmpty()) {
      return Answer.text(200, text.get());
    }
    for (AcceptHeader.Clause clause : AcceptHeader.of(call)) {
      Map<String, String> parameters = clause.parameters();
      if (!parameters.containsKey("as") && clause.covers("text", "plain")) {
        return Answer.text(200, text.get());
      }
      String version = parameters.getOrDefault("v", "");
      boolean isNamed =
          kind.equals(parameters.get("as"))
              && GROUP.equals(parameters.get("g"))
              && VERSIONS.contains(version);
      if (isNamed && clause.covers("application", "json")) {
        return object(call, MediaType.JSON, version, fields.get());
      }
      if (isNamed && clause.covers("application", "yaml")) {
        return object(call, MediaType.YAML, version, fields.get());
      }
    }
    throw ApiError.of(
        406,
        "NotAcceptable",
        "only the following media types are accepted: application/json, application/yaml,"
            + " text/plain");
  }

  private Answer object(
      Call call, MediaType media, String version, Map<String, @Nullable Object> fields) {
    if (version.equals("v1alpha1")) {
      call.notes()
          .warn(
              "This version of the %s endpoint is deprecated. Please use a newer version."
                  .formatted(call.path().substring(1)));
    }
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("kind", kind);
    tree.put("apiVersion", GROUP + "/" + version);
    tree.put("metadata", Map.of("name", "apiserver"));
    tree.putAll(fields);
    return new Answer.Content(
        200,
        media.text() + ";g=" + GROUP + ";v=" + version + ";as=" + kind,
        Bytes.of(representation.bytes(tree, media, false)),
        Map.of());
  }
}
