package dev.drover.server.rest;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.TypeMeta;
import dev.drover.api.text.GoText;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.Structure;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.http.MediaType;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the objects in the bodies of requests.
final class BodyReader {
  private static final int SHOWN = 30;
  private static final byte[] PROTOBUF = {'k', '8', 's', 0};
  private static final String NO_PROTOBUF =
      "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]";

  private final KnownKinds kinds;

  BodyReader(KnownKinds kinds) {
    this.kinds = kinds;
  }

  KnownKinds kinds() {
    return kinds;
  }

  /// Reads the object of a call.
  ///
  /// @param resource the resource that the object must belong to; assumed if the body does not say
  /// @return the object with `apiVersion` and `kind`
  /// @throws ApiError when it cannot be read as one
  TreeNode read(Call call, Resource resource, WriteOptions.FieldValidation validation) {
    return resource
        .custom()
        .map(custom -> read(call, resource.gvk(), custom.schema()::read, false, validation))
        .orElseGet(() -> read(call, resource.gvk(), resource.structure(), validation));
  }

  /// Reads an object of a kind that Kubernetes has a type for.
  ///
  /// @throws ApiError when it cannot be read as one
  TreeNode read(
      Call call,
      GroupVersionKind kind,
      Structure.Fields structure,
      WriteOptions.FieldValidation validation) {
    return read(
        call, kind, json -> TypedForm.ofJson(json, structure, empties(call)), true, validation);
  }

  /// Protobuf cannot tell an empty list from none.
  private TypedForm.Empties empties(Call call) {
    return switch (requireReadable(call)) {
      case JSON, YAML -> TypedForm.Empties.KEPT;
      case PROTOBUF -> TypedForm.Empties.DROPPED;
    };
  }

  /// @param form reads JSON
  /// @param isTyped whether other kinds are known by name
  private TreeNode read(
      Call call,
      GroupVersionKind kind,
      Function<byte[], TypedForm.Reading> form,
      boolean isTyped,
      WriteOptions.FieldValidation validation) {
    Body body =
        switch (requireReadable(call)) {
          case JSON -> json(call.body().toByteArray(), kind);
          case YAML -> yaml(call.body().toByteArray(), kind);
          case PROTOBUF -> protobuf(call.body().toByteArray(), kind);
        };
    if (!isTyped && body.said.kind().isEmpty()) {
      throw unrecognized(
          kind,
          "Object 'Kind' is missing in '" + call.body().utf8() + "'",
          call.body().toByteArray());
    }
    GroupVersionKind actual = isTyped ? KnownKinds.withDefaults(body.said, kind) : body.said;
    if (isTyped) {
      Optional<String> problem =
          kinds.problem(
              actual, kind, other -> TypedForm.ofJson(body.text.json().toByteArray(), other));
      if (problem.isPresent()) {
        throw unhandled(actual, kind, problem.get());
      }
    }
    TypedForm.Reading reading = typed(body, actual, kind, form);
    if (!isTyped && !actual.groupVersion().equals(kind.groupVersion())) {
      reading = foreign(body);
    }
    if (!reading.strictErrors().isEmpty()) {
      switch (validation) {
        case IGNORE -> {}
        case WARN -> StrictWarnings.add(reading.strictErrors(), call.notes());
        case STRICT -> throw unhandled(actual, kind, reading.strictMessage());
      }
    }
    if (!actual.groupVersion().equals(kind.groupVersion())) {
      throw ApiError.badRequest(
          "the API version in the data (%s) does not match the expected API version (%s)"
              .formatted(actual.groupVersion(), kind.groupVersion()));
    }
    TreeNode object = TreeNode.copyOf(reading.tree());
    if (!actual.kind().equals(kind.kind())) { // a custom one: others are known by name
      throw ApiError.invalid(
          actual.groupKind(),
          object.at("metadata").text("name"),
          List.of(
              FieldError.invalid(FieldPath.of("kind"), actual.kind(), "must be " + kind.kind())));
    }
    object.set("apiVersion", actual.apiVersion());
    object.set("kind", actual.kind());
    return object;
  }

  /// Whether a body says that it is of this kind.
  boolean isOf(Call call, GroupVersionKind kind) {
    byte[] body = call.body().toByteArray();
    try {
      return kind.equals(
          switch (requireReadable(call)) {
            case JSON -> TypedForm.kindOf(body);
            case YAML -> TypedForm.kindOf(TypedForm.yamlToJson(body));
            case PROTOBUF -> TypeMeta.of(body, Format.PROTOBUF).gvk();
          });
    } catch (UnreadableException | DecodeException | IllegalArgumentException e) {
      return false; // the decoder reports why
    }
  }

  /// A custom object of another version: this one knows nothing of it but its metadata.
  private static TypedForm.Reading foreign(Body body) {
    Object tree = TypedForm.parse(body.text.json().toByteArray()).tree();
    List<String> fields =
        tree instanceof Map<?, ?> map
            ? map.keySet().stream().map(String.class::cast).toList()
            : List.of();
    return new TypedForm.Reading(
        Map.of(),
        fields.stream()
            .filter(name -> !List.of("apiVersion", "kind", "metadata").contains(name))
            .sorted()
            .map(name -> "unknown field " + GoText.quote(name))
            .toList());
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
  private record Body(TypedForm.FromYaml text, GroupVersionKind said) {
    static Body ofJson(byte[] json, GroupVersionKind said) {
      return new Body(new TypedForm.FromYaml(Bytes.of(json), List.of()), said);
    }
  }

  private static Body json(byte[] bytes, GroupVersionKind kind) {
    try {
      return Body.ofJson(bytes, TypedForm.kindOf(bytes));
    } catch (UnreadableException e) {
      throw unrecognized(kind, e.getMessage(), bytes);
    }
  }

  private static Body yaml(byte[] bytes, GroupVersionKind kind) {
    try {
      TypedForm.FromYaml yaml = TypedForm.fromYaml(bytes);
      return new Body(yaml, TypedForm.kindOf(yaml.json().toByteArray()));
    } catch (UnreadableException e) {
      throw unrecognized(kind, e.getMessage(), bytes);
    }
  }

  private Body protobuf(byte[] bytes, GroupVersionKind kind) {
    try {
      GroupVersionKind said = TypeMeta.of(bytes, Format.PROTOBUF).gvk();
      return Body.ofJson(kinds.codec().protobufToJson(bytes), said);
    } catch (DecodeException | IllegalArgumentException e) {
      throw unrecognized(kind, isProtobuf(bytes) ? e.getMessage() : NO_PROTOBUF, bytes);
    }
  }

  private static boolean isProtobuf(byte[] bytes) {
    return Arrays.mismatch(bytes, PROTOBUF) >= PROTOBUF.length;
  }

  private static TypedForm.Reading typed(
      Body body,
      GroupVersionKind actual,
      GroupVersionKind expected,
      Function<byte[], TypedForm.Reading> form) {
    try {
      return body.text.with(form.apply(body.text.json().toByteArray()));
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
