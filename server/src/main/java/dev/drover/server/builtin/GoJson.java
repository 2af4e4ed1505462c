package dev.drover.server.builtin;

import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What Go says of bytes that should be a JSON object.
final class GoJson {
  private GoJson() {}

  static Optional<String> complaintAboutObject(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    if (text.isBlank()) {
      return Optional.of("unexpected end of JSON input");
    }
    @Nullable Object tree;
    try {
      tree = RawExtension.ofJson(text).tree();
    } catch (DecodeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
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
