package dev.drover.client;

import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.api.text.Troubleshooting;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The server refused a request. Carries the server's [Status].
///
/// ```java
/// try {
///   client.create(map);
/// } catch (ApiException.AlreadyExists e) {
///   client.update(map);
/// }
/// ```
///
/// May grow: code that handles some of its subtypes also handles this type.
///
/// In Go: {@index apierrors.StatusError}.
public abstract sealed class ApiException extends KubernetesException {
  private static final long serialVersionUID = 1L;

  private static final int LONGEST_WAIT = 3600; // seconds; a wrong answer must not stop a program

  private final transient Status status;

  private ApiException(String what, Status status) {
    this(status, text(what, status));
  }

  private ApiException(Status status, String message) {
    super(message, null);
    this.status = status;
  }

  private static String text(String what, Status status) {
    return what + ": " + Objects.toString(status.message(), "the server answered " + status.code());
  }

  private static String refusal(String what, Status status) {
    return Troubleshooting.REFUSED.in(text(what, status));
  }

  /// The server's words.
  public Status status() {
    return status;
  }

  /// The HTTP status code.
  public int code() {
    return status.code();
  }

  /// The reason in one word, such as `NotFound`; empty when the server gave none.
  public String reason() {
    return Objects.toString(status.reason(), "");
  }

  /// What was wrong field by field.
  public List<StatusCause> causes() {
    StatusDetails details = status.details();
    return details == null ? List.of() : details.causes();
  }

  /// How long the server asked to wait before trying again, one hour at most.
  public Optional<Duration> retryAfter() {
    StatusDetails details = status.details();
    return details == null || details.retryAfterSeconds() <= 0
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Math.min(details.retryAfterSeconds(), LONGEST_WAIT)));
  }

  /// A [NotFound] with the server's text, for readers that answer from a cache.
  ///
  /// In Go: {@index apierrors.NewNotFound}.
  public static NotFound notFound(Kind<?> kind, ObjectKey key) {
    String resource = kind.resource().groupResource().toString();
    Status status =
        Status.builder()
            .status("Failure")
            .code(404)
            .reason("NotFound")
            .message(resource + " \"" + key.name() + "\" not found")
            .details(
                StatusDetails.builder()
                    .name(key.name())
                    .group(kind.gvk().group())
                    .kind(kind.plural())
                    .build())
            .build();
    return new NotFound("get " + kind.plural() + " " + key, status);
  }

  /// The exception for a status: by its reason, and by its code where the reason says nothing.
  ///
  /// @param what was being done
  public static ApiException of(String what, Status status) {
    return switch (reasonOf(status)) {
      case "NotFound" -> new NotFound(what, status);
      case "AlreadyExists" -> new AlreadyExists(what, status);
      case "Conflict" -> new Conflict(what, status);
      case "Unauthorized" -> new Unauthorized(what, status);
      case "Forbidden" -> new Forbidden(what + MissingRule.hint(status), status);
      case "Invalid" -> new Invalid(what, status);
      case "BadRequest" -> new BadRequest(what, status);
      case "Expired", "Gone" -> new Expired(what, status);
      case "TooManyRequests" -> new TooManyRequests(what, status);
      case "Timeout", "ServerTimeout" -> new TimedOut(what, status);
      default -> status.code() >= 500 ? new ServerError(what, status) : new Refused(what, status);
    };
  }

  private static String reasonOf(Status status) {
    String reason = status.reason();
    if (reason != null && !reason.equals("Unknown")) {
      return reason;
    }
    return switch (status.code()) {
      case 400 -> "BadRequest";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case 422 -> "Invalid";
      case 429 -> "TooManyRequests";
      case 504 -> "Timeout";
      default -> "";
    };
  }

  /// There is no such object, or no such resource.
  public static final class NotFound extends ApiException {
    private static final long serialVersionUID = 1L;

    NotFound(String what, Status status) {
      super(what, status);
    }
  }

  /// An object of this name is there already.
  public static final class AlreadyExists extends ApiException {
    private static final long serialVersionUID = 1L;

    AlreadyExists(String what, Status status) {
      super(what, status);
    }
  }

  /// Another writer changed the object meanwhile, or another manager owns a field. Read again and
  /// try again.
  public static final class Conflict extends ApiException {
    private static final long serialVersionUID = 1L;

    Conflict(String what, Status status) {
      super(what, status);
    }
  }

  /// The server did not accept the credentials (401).
  public static final class Unauthorized extends ApiException {
    private static final long serialVersionUID = 1L;

    Unauthorized(String what, Status status) {
      super(status, refusal(what, status));
    }
  }

  /// The user may not do this (403); the message names the missing RBAC rule.
  public static final class Forbidden extends ApiException {
    private static final long serialVersionUID = 1L;

    Forbidden(String what, Status status) {
      super(status, refusal(what, status));
    }
  }

  /// The object breaks the rules of its kind; [#causes] say where.
  public static final class Invalid extends ApiException {
    private static final long serialVersionUID = 1L;

    Invalid(String what, Status status) {
      super(what, status);
    }
  }

  /// The request itself was malformed.
  public static final class BadRequest extends ApiException {
    private static final long serialVersionUID = 1L;

    BadRequest(String what, Status status) {
      super(what, status);
    }
  }

  /// The requested version or continue token has expired: list again.
  public static final class Expired extends ApiException {
    private static final long serialVersionUID = 1L;

    Expired(String what, Status status) {
      super(what, status);
    }
  }

  /// The server is overloaded or limits this client.
  public static final class TooManyRequests extends ApiException {
    private static final long serialVersionUID = 1L;

    TooManyRequests(String what, Status status) {
      super(what, status);
    }
  }

  /// The server gave up waiting; the request may or may not have had an effect.
  public static final class TimedOut extends ApiException {
    private static final long serialVersionUID = 1L;

    TimedOut(String what, Status status) {
      super(what, status);
    }
  }

  /// The server failed (5xx).
  public static final class ServerError extends ApiException {
    private static final long serialVersionUID = 1L;

    ServerError(String what, Status status) {
      super(what, status);
    }
  }

  /// Any other refusal (4xx).
  public static final class Refused extends ApiException {
    private static final long serialVersionUID = 1L;

    Refused(String what, Status status) {
      super(what, status);
    }
  }
}
