package dev.drover.server.rest;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.TypeMeta;
import dev.drover.schema.Structure;
import dev.drover.schema.TreeCodec;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.http.MediaType;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Reads the objects that clients send.
final class BodyReader {
  private static final int SHOWN = 30;
  private static final String SCHEME = "pkg/runtime/scheme.go:111"; // what Go calls its registry

  private final TreeCodec codec;

  BodyReader(TreeCodec codec) {
    this.codec = codec;
  }

  /// Reads the object of a call.
  ///
  /// @param kind what it must be; a body that does not say is taken as one
  /// @return the object with `apiVersion` and `kind`
  /// @throws ApiError when it cannot be read as one
  TreeNode read(
      Call call,
      GroupVersionKind kind,
      Structure.Fields structure,
      WriteOptions.FieldValidation validation) {
    Body body =
        switch (requireReadable(call)) {
          case JSON -> json(call.body().toByteArray(), kind);
          case YAML -> yaml(call.body().toByteArray(), kind);
          case PROTOBUF -> protobuf(call.body().toByteArray(), kind);
        };
    GroupVersionKind actual = withDefaults(body.said, kind);
    requireKnown(actual, kind);
    TypedForm.Reading reading = typed(body, actual, kind, structure);
    if (!reading.strictErrors().isEmpty()) {
      switch (validation) {
        case IGNORE -> {}
        case WARN -> reading.strictErrors().forEach(call.warnings()::add);
        case STRICT -> throw unhandled(actual, kind, reading.strictMessage());
      }
    }
    if (!actual.groupVersion().equals(kind.groupVersion())) {
      throw ApiError.badRequest(
          "the API version in the data (%s) does not match the expected API version (%s)"
              .formatted(actual.groupVersion(), kind.groupVersion()));
    }
    TreeNode object = TreeNode.copyOf(reading.tree());
    object.set("apiVersion", kind.apiVersion());
    object.set("kind", kind.kind());
    return object;
  }

  /// The format of a body.
  ///
  /// @throws ApiError 415 when the body is in no format that can be read
  MediaType requireReadable(Call call) {
    return MediaType.ofContentType(call.header("content-type").orElse(""))
        .orElseThrow(BodyReader::unsupported);
  }

  private static ApiError unsupported() {
    return ApiError.of(
        415,
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include:"
            + " application/json, application/yaml, application/vnd.kubernetes.protobuf");
  }

  /// A body in JSON, and what it says it is.
  private record Body(Bytes json, GroupVersionKind said) {}

  private static Body json(byte[] bytes, GroupVersionKind kind) {
    try {
      return new Body(Bytes.of(bytes), TypedForm.kindOf(bytes));
    } catch (UnreadableException e) {
      throw unrecognized(kind, e.getMessage(), bytes);
    }
  }

  private static Body yaml(byte[] bytes, GroupVersionKind kind) {
    try {
      byte[] json = TypedForm.yamlToJson(bytes);
      return new Body(Bytes.of(json), TypedForm.kindOf(json));
    } catch (UnreadableException e) {
      throw unrecognized(kind, e.getMessage(), bytes);
    }
  }

  private Body protobuf(byte[] bytes, GroupVersionKind kind) {
    try {
      GroupVersionKind said = TypeMeta.of(bytes, Format.PROTOBUF).gvk();
      return new Body(Bytes.of(codec.protobufToJson(bytes)), said);
    } catch (DecodeException | IllegalArgumentException e) {
      throw unrecognized(kind, e.getMessage(), bytes);
    }
  }

  /// What a body does not say is as expected.
  private static GroupVersionKind withDefaults(GroupVersionKind said, GroupVersionKind expected) {
    boolean hasVersion = !said.version().isEmpty();
    return new GroupVersionKind(
        hasVersion || !said.group().isEmpty() ? said.group() : expected.group(),
        hasVersion ? said.version() : expected.version(),
        said.kind().isEmpty() ? expected.kind() : said.kind());
  }

  private void requireKnown(GroupVersionKind actual, GroupVersionKind expected) {
    if (actual.equals(expected)) {
      return;
    }
    if (!codec.knows(actual)) {
      throw unhandled(
          actual,
          expected,
          "no kind \"%s\" is registered for version \"%s\" in scheme \"%s\""
              .formatted(actual.kind(), actual.groupVersion(), SCHEME));
    }
    if (!actual.kind().equals(expected.kind())) {
      throw unhandled(
          actual,
          expected,
          "converting (%s.%s) to (%s.%s): unknown conversion"
              .formatted(
                  actual.version(), actual.kind(), internalPackage(expected), expected.kind()));
    }
  }

  private static String internalPackage(GroupVersionKind kind) {
    return kind.group().isEmpty() ? "core" : kind.group().split("\\.", 2)[0];
  }

  private static TypedForm.Reading typed(
      Body body, GroupVersionKind actual, GroupVersionKind expected, Structure.Fields structure) {
    try {
      return TypedForm.ofJson(body.json.toByteArray(), structure);
    } catch (UnreadableException e) {
      throw unhandled(actual, expected, e.getMessage());
    }
  }

  private static ApiError unhandled(
      GroupVersionKind actual, GroupVersionKind expected, @Nullable String problem) {
    return ApiError.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(actual.kind(), actual.version(), expected.kind(), problem));
  }

  private static ApiError unrecognized(
      GroupVersionKind kind, @Nullable String problem, byte[] bytes) {
    return ApiError.badRequest(
        "the object provided is unrecognized (must be of type %s): %s (%s)"
            .formatted(kind.kind(), problem, summary(bytes)));
  }

  private static String summary(byte[] bytes) {
    if (bytes.length == 0) {
      return "<empty>";
    }
    String rest = bytes.length > SHOWN ? " ..." : "";
    int length = Math.min(bytes.length, SHOWN);
    return (bytes[0] == '{'
            ? Bytes.of(bytes, 0, length).utf8()
            : HexFormat.of().formatHex(bytes, 0, length))
        + rest;
  }
}
