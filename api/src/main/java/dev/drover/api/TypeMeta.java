package dev.drover.api;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.ProtoEnvelope;

/// The `apiVersion` and `kind` of an encoded object.
///
/// Java objects do not carry it, since their class says it; only a [DynamicObject] does. On the
/// wire it stands inline, in front of the object's own fields.
///
/// ```java
/// GroupVersionKind gvk = TypeMeta.of(bytes, Format.JSON).gvk();
/// Optional<Kind<?>> kind = scheme.find(gvk);
/// ```
///
/// In Go: {@index metav1.TypeMeta}.
///
/// @param apiVersion group and version; empty when the object does not say
/// @param kind the kind; empty when the object does not say
public record TypeMeta(String apiVersion, String kind) {
  /// Reads it from an encoded object without decoding the rest.
  ///
  /// @throws DecodeException when the bytes are no object
  public static TypeMeta of(byte[] bytes, Format format) {
    return DecodeException.guard(
        "JSON", () -> format == Format.JSON ? ofJson(bytes) : ofProtobuf(bytes));
  }

  private static TypeMeta ofProtobuf(byte[] bytes) {
    ProtoEnvelope envelope = ProtoEnvelope.read(bytes, 0, bytes.length);
    return new TypeMeta(envelope.apiVersion(), envelope.kind());
  }

  private static TypeMeta ofJson(byte[] bytes) {
    JsonReader in = JsonReader.over(bytes, 0, bytes.length, DecodeLimits.DEFAULT.maxDepth());
    String apiVersion = "";
    String kind = "";
    in.beginObject();
    for (boolean first = true; in.nextName(first); first = false) {
      switch (in.name()) {
        case "apiVersion" -> apiVersion = in.tryNull() ? "" : in.string();
        case "kind" -> kind = in.tryNull() ? "" : in.string();
        default -> in.skip();
      }
    }
    return new TypeMeta(apiVersion, kind);
  }

  /// The kind's full name; empty when the object does not say.
  ///
  /// @throws DecodeException when `apiVersion` is malformed
  public GroupVersionKind gvk() {
    try {
      return GroupVersionKind.parse(apiVersion, kind);
    } catch (IllegalArgumentException e) {
      throw new DecodeException(String.valueOf(e.getMessage()));
    }
  }
}
