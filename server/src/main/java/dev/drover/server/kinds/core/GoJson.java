package dev.drover.server.kinds.core;

import dev.drover.api.RawExtension;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The messages of Go for bytes that are not a JSON object.
final class GoJson {
  private GoJson() {}

  static Optional<String> complaintAboutObject(byte[] json) {
    try {
      TypedForm.requireJson(json);
    } catch (UnreadableException e) {
      return Optional.ofNullable(e.getMessage());
    }
    Object tree = RawExtension.ofJson(new String(json, StandardCharsets.UTF_8)).tree();
    String shape =
        switch (tree) {
          case null -> "";
          case Map<?, ?> map -> "";
          case List<?> list -> "array";
          case String string -> "string";
          case Boolean truth -> "bool";
          default -> "number";
        };
    return shape.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "json: cannot unmarshal " + shape + " into Go value of type map[string]interface {}");
  }
}
