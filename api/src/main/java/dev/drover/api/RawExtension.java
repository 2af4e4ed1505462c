package dev.drover.api;

import dev.drover.api.codec.Codec;
import dev.drover.api.codec.TreeType;
import dev.drover.api.wire.JsonReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A value of any shape inside an object, kept as the bytes it came in, less the white space
/// between JSON's tokens.
///
/// Round-trips what this library does not know without loss. Usually JSON; the API server may also
/// put a protobuf object (starting with `k8s\0`) here. [#toString] does not print the content.
///
/// ```java
/// RawExtension patch = RawExtension.ofJson("""
///     {"replicas": 3}""");
/// Object tree = patch.tree();                                // maps, lists, texts, numbers
/// Pod pod = review.request().object().as(Pod.KIND);
/// ```
///
/// In Go: {@index runtime.RawExtension}, {@index metav1.FieldsV1}.
///
/// @param raw the bytes; none stands for JSON's `null`
public record RawExtension(Bytes raw) {
  /// JSON's `null`.
  public static final RawExtension NULL = new RawExtension(Bytes.EMPTY);

  /// A raw value from JSON text.
  ///
  /// @throws DecodeException when it is no JSON
  public static RawExtension ofJson(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    Bytes raw =
        DecodeException.guard(
            "JSON",
            () -> {
              JsonReader in =
                  JsonReader.over(bytes, 0, bytes.length, DecodeLimits.DEFAULT.maxDepth());
              Bytes value = in.raw(Bytes::of);
              in.requireEnd();
              return value;
            });
    return json.strip().equals("null") ? NULL : new RawExtension(raw);
  }

  /// A raw value that holds a whole object.
  public static <T extends KubernetesObject> RawExtension of(T object) {
    return new RawExtension(
        Bytes.wrap(Codec.of(Kind.ofObject(object)).encode(object, Format.JSON)));
  }

  /// A raw value from a JSON tree of maps, lists, strings, numbers, booleans and nulls.
  public static RawExtension ofTree(@Nullable Object tree) {
    return tree == null ? NULL : new RawExtension(Bytes.wrap(TreeType.bytes(tree)));
  }

  /// The value as an immutable JSON tree.
  ///
  /// @throws DecodeException when it is no JSON
  public @Nullable Object tree() {
    if (raw.isEmpty()) {
      return null;
    }
    return DecodeException.guard("JSON", () -> TreeType.tree(raw.array()));
  }

  /// The object that the value holds, in either format. For one of any kind see
  /// [Scheme#decode(RawExtension)].
  ///
  /// @throws DecodeException when it holds none of this kind
  public <T extends KubernetesObject> T as(Kind<T> kind) {
    return Codec.of(kind).decode(raw.array(), Format.of(raw.array()));
  }

  @Override
  public String toString() {
    return "RawExtension[" + raw.length() + " bytes]";
  }
}
