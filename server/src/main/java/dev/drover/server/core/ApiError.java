package dev.drover.server.core;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupResource;
import dev.drover.api.ListMeta;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.api.text.GoText;
import dev.drover.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A failure that the client gets as a `Status`, in Kubernetes' words.
///
/// In Go: `apierrors.StatusError` and its makers.
public final class ApiError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Status status;

  private ApiError(Status status) {
    super(status.message(), null, false, false); // an answer, not a defect: no stack trace
    this.status = status;
  }

  public Status status() {
    return status;
  }

  public static ApiError of(int code, String reason, String message) {
    return new ApiError(base(code, reason, message).build());
  }

  public static ApiError of(Status status) {
    return new ApiError(status);
  }

  /// A failure of the routing, before the kind and the object of the request are known: its details
  /// are present, but empty.
  public static ApiError generic(int code, String reason, String message) {
    return new ApiError(
        base(code, reason, message).details(StatusDetails.builder().build()).build());
  }

  /// Nothing is served at the path.
  public static ApiError noSuchPath() {
    return generic(404, "NotFound", "the server could not find the requested resource");
  }

  /// Something is served at the path, but not for the method.
  public static ApiError noSuchMethod() {
    return generic(
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  }

  public static ApiError notFound(GroupResource resource, String name) {
    return about(404, "NotFound", quoted(resource, name) + " not found", resource, name);
  }

  public static ApiError alreadyExists(GroupResource resource, String name) {
    return about(409, "AlreadyExists", quoted(resource, name) + " already exists", resource, name);
  }

  public static ApiError conflict(GroupResource resource, String name, String detail) {
    return about(
        409,
        "Conflict",
        "Operation cannot be fulfilled on " + quoted(resource, name) + ": " + detail,
        resource,
        name);
  }

  public static ApiError forbidden(GroupResource resource, String name, String detail) {
    String subject =
        resource.resource().isEmpty()
            ? "forbidden: "
            : name.isEmpty()
                ? resource + " is forbidden: "
                : quoted(resource, name) + " is forbidden: ";
    return about(403, "Forbidden", subject + detail, resource, name);
  }

  /// The object breaks rules; every one of them is a cause.
  public static ApiError invalid(GroupKind kind, String name, List<FieldError> errors) {
    List<StatusCause> causes = errors.stream().map(FieldError::cause).toList();
    List<String> messages = errors.stream().map(FieldError::message).distinct().toList();
    String all =
        messages.size() == 1
            ? messages.getFirst()
            : messages.stream().collect(Collectors.joining(", ", "[", "]"));
    String named = kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
    return new ApiError(
        base(422, "Invalid", named + " " + GoText.quote(name) + " is invalid: " + all)
            .details(details(kind.group(), kind.kind(), name, causes))
            .build());
  }

  public static ApiError badRequest(String message) {
    return of(400, "BadRequest", message);
  }

  public static ApiError unauthorized() {
    return of(401, "Unauthorized", "Unauthorized");
  }

  public static ApiError expired(String message) {
    return of(410, "Expired", message);
  }

  public static ApiError internal(String message) {
    return new ApiError(
        base(500, "InternalError", "Internal error occurred: " + message)
            .details(details("", "", "", List.of(StatusCause.builder().message(message).build())))
            .build());
  }

  private static ApiError about(
      int code, String reason, String message, GroupResource resource, String name) {
    return new ApiError(
        base(code, reason, message)
            .details(details(resource.group(), resource.resource(), name, List.of()))
            .build());
  }

  private static Status.Builder base(int code, String reason, String message) {
    return Status.builder()
        .metadata(ListMeta.builder().build())
        .status("Failure")
        .code(code)
        .reason(reason)
        .message(message);
  }

  private static StatusDetails details(
      String group, String kind, String name, List<StatusCause> causes) {
    return StatusDetails.builder()
        .group(group)
        .kind(kind)
        .name(name)
        .causes(new ArrayList<>(causes))
        .build();
  }

  private static String quoted(GroupResource resource, String name) {
    return resource + " " + GoText.quote(name);
  }
}
