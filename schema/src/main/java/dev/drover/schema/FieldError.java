package dev.drover.schema;

import dev.drover.api.RawExtension;
import dev.drover.api.StatusCause;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A validation error of one field of an object, with Kubernetes' message.
///
/// In Go: {@index field.Error}.
///
/// @param type what kind of mistake it is
/// @param field the field's path
/// @param badValue the value there: a JSON tree, or a [Typed] string; null where there is none,
///   [#OMITTED] where it is not shown
/// @param detail what would be right
public record FieldError(Type type, String field, @Nullable Object badValue, String detail) {
  /// A kind of mistake; `reason` is what a [StatusCause] calls it, `text` how a message begins.
  public enum Type {
    REQUIRED("FieldValueRequired", "Required value"),
    DUPLICATE("FieldValueDuplicate", "Duplicate value"),
    INVALID("FieldValueInvalid", "Invalid value"),
    NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value"),
    FORBIDDEN("FieldValueForbidden", "Forbidden"),
    TOO_LONG("FieldValueTooLong", "Too long"),
    TOO_MANY("FieldValueTooMany", "Too many"),
    INTERNAL("InternalError", "Internal error"),
    TYPE_INVALID("FieldValueTypeInvalid", "Invalid value"),
    NOT_FOUND("FieldValueNotFound", "Not found");

    private final String reason;
    private final String text;

    Type(String reason, String text) {
      this.reason = reason;
      this.text = text;
    }

    /// What a cause of a `Status` calls it.
    public String reason() {
      return reason;
    }
  }

  /// In place of a value that is not shown.
  public static final Object OMITTED = Omitted.VALUE;

  private enum Omitted {
    VALUE
  }

  /// A string that is not of Go's type `string`, but of one of its own or a pointer: it is shown as
  /// JSON, in which Go escapes what could be HTML.
  public record Typed(String text) {}

  public static FieldError required(FieldPath field, String detail) {
    return new FieldError(Type.REQUIRED, field.toString(), "", detail);
  }

  public static FieldError duplicate(FieldPath field, @Nullable Object value) {
    return new FieldError(Type.DUPLICATE, field.toString(), value, "");
  }

  public static FieldError invalid(FieldPath field, @Nullable Object value, String detail) {
    return new FieldError(Type.INVALID, field.toString(), value, detail);
  }

  /// A value that is none of the supported ones, which the message lists in the given order.
  public static FieldError notSupported(
      FieldPath field, @Nullable Object value, Collection<String> supported) {
    String detail =
        supported.isEmpty()
            ? ""
            : supported.stream()
                .map(GoQuoting::quote)
                .collect(Collectors.joining(", ", "supported values: ", ""));
    return new FieldError(Type.NOT_SUPPORTED, field.toString(), value, detail);
  }

  public static FieldError forbidden(FieldPath field, String detail) {
    return new FieldError(Type.FORBIDDEN, field.toString(), "", detail);
  }

  /// The value itself is not shown.
  public static FieldError tooLong(FieldPath field, int maxBytes) {
    String detail =
        maxBytes < 0 ? "value is too long" : "may not be more than " + maxBytes + " bytes";
    return new FieldError(Type.TOO_LONG, field.toString(), "<value omitted>", detail);
  }

  public static FieldError tooMany(FieldPath field, int actual, int max) {
    String detail =
        max < 0
            ? "has too many items"
            : "must have at most " + max + (max == 1 ? " item" : " items");
    return new FieldError(Type.TOO_MANY, field.toString(), (long) actual, detail);
  }

  public static FieldError typeInvalid(FieldPath field, @Nullable Object value, String detail) {
    return new FieldError(Type.TYPE_INVALID, field.toString(), value, detail);
  }

  public static FieldError notFound(FieldPath field, @Nullable Object value) {
    return new FieldError(Type.NOT_FOUND, field.toString(), value, "");
  }

  public static FieldError internal(FieldPath field, String detail) {
    return new FieldError(Type.INTERNAL, field.toString(), null, detail);
  }

  /// Field and mistake: `spec.replicas: Invalid value: -1: must be greater than or equal to 0`.
  public String message() {
    return field + ": " + body();
  }

  /// The mistake without the field, as a cause carries it.
  public String body() {
    String text = badValue == OMITTED ? type.text : withValue();
    return detail.isEmpty() ? text : text + ": " + detail;
  }

  private String withValue() {
    return switch (type) {
      case REQUIRED, FORBIDDEN, TOO_LONG, INTERNAL -> type.text;
      case TOO_MANY -> type.text + ": " + badValue;
      case DUPLICATE, INVALID, NOT_SUPPORTED, TYPE_INVALID, NOT_FOUND ->
          type.text + ": " + shown(badValue);
    };
  }

  private static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String text -> GoQuoting.quote(text);
      case Typed(String text) -> json(text);
      case Map<?, ?> map -> json(map);
      case List<?> list -> json(list);
      case Double number -> GoFormat.value(number);
      default -> value.toString();
    };
  }

  private static String json(Object tree) {
    String json = new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }

  /// The cause for the details of a `Status`.
  public StatusCause cause() {
    return StatusCause.builder().reason(type.reason).message(body()).field(field).build();
  }

  @Override
  public String toString() {
    return message();
  }
}
