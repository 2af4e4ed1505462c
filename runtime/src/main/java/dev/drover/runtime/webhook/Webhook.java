package dev.drover.runtime.webhook;

import dev.drover.api.Bytes;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.RawExtension;
import dev.drover.api.codec.Codec;
import dev.drover.runtime.admission.AdmissionReview;
import dev.drover.runtime.admission.ObjectPatch;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An admission webhook: validates or changes objects of a kind before they are stored.
///
/// ```java
/// manager.webhooks(
///     Webhook.validate(Icecream.class, request ->
///         request.object().spec().scoops() > 5 ? AdmissionResponse.deny("too much") : AdmissionResponse.allow()),
///     Webhook.mutate(Icecream.class, request ->
///         request.object().withScoops(1)));
/// ```
///
/// The API server finds it by a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration,
/// with `admissionReviewVersions: [v1]` and [#path].
///
/// In Go: {@index admission.Webhook}, {@index builder.WebhookManagedBy}, {@index
/// admissionv1.AdmissionReview}.
///
/// @param <T> the type of the objects
public final class Webhook<T extends KubernetesObject> {
  private final Kind<T> kind;
  private final String path;
  private final Action<T> action;

  /// Checks objects.
  ///
  /// In Go: {@index admission.Validator}, {@index webhook.CustomValidator}.
  @FunctionalInterface
  public interface Validator<T extends KubernetesObject> {
    /// Says whether it may be. May throw a [DeniedException] instead. Any other exception is a bug:
    /// logged, and answered with 500; the server then does what the webhook's `failurePolicy` says.
    AdmissionResponse validate(AdmissionRequest<T> request) throws Exception;
  }

  /// Changes objects.
  ///
  /// In Go: {@index admission.Defaulter}, {@index webhook.CustomDefaulter}.
  @FunctionalInterface
  public interface Mutator<T extends KubernetesObject> {
    /// The object to store; the one of the request if it needs no change. Not called when an object
    /// is deleted. May throw a [DeniedException]. Any other exception is a bug.
    T mutate(AdmissionRequest<T> request) throws Exception;
  }

  private sealed interface Action<T extends KubernetesObject> {
    record Check<T extends KubernetesObject>(Validator<T> validator) implements Action<T> {}

    record Change<T extends KubernetesObject>(Mutator<T> mutator) implements Action<T> {}
  }

  private Webhook(Kind<T> kind, String path, Action<T> action) {
    this.kind = kind;
    this.path = path;
    this.action = action;
  }

  /// Checks objects, at `/validate-GROUP-VERSION-KIND`.
  public static <T extends KubernetesObject> Webhook<T> validate(
      Class<T> type, Validator<T> validator) {
    return validate(Kind.of(type), validator);
  }

  /// Checks objects, at `/validate-GROUP-VERSION-KIND`.
  public static <T extends KubernetesObject> Webhook<T> validate(
      Kind<T> kind, Validator<T> validator) {
    return new Webhook<>(kind, path("validate", kind), new Action.Check<>(validator));
  }

  /// Changes objects, at `/mutate-GROUP-VERSION-KIND`.
  public static <T extends KubernetesObject> Webhook<T> mutate(Class<T> type, Mutator<T> mutator) {
    return mutate(Kind.of(type), mutator);
  }

  /// Changes objects, at `/mutate-GROUP-VERSION-KIND`.
  public static <T extends KubernetesObject> Webhook<T> mutate(Kind<T> kind, Mutator<T> mutator) {
    return new Webhook<>(kind, path("mutate", kind), new Action.Change<>(mutator));
  }

  /// controller-runtime's names, so that configurations go on working.
  private static String path(String verb, Kind<?> kind) {
    return "/%s-%s-%s-%s"
        .formatted(
            verb,
            kind.gvk().group().replace('.', '-'),
            kind.gvk().version(),
            kind.gvk().kind().toLowerCase(Locale.ROOT));
  }

  /// A copy at another path.
  public Webhook<T> at(String other) {
    if (!other.startsWith("/")) {
      throw new IllegalArgumentException("a path begins with '/', got '" + other + "'");
    }
    return new Webhook<>(kind, other, action);
  }

  /// The kind of the objects.
  public Kind<T> kind() {
    return kind;
  }

  /// Where the API server finds it, such as `/validate-apps-v1-deployment`.
  public String path() {
    return path;
  }

  /// The request of a review, with objects.
  ///
  /// @throws IllegalArgumentException when it is about something else
  /// @throws dev.drover.api.DecodeException when an object cannot be read
  AdmissionRequest<T> request(AdmissionReview.Request review) {
    return new AdmissionRequest<>(review, kind);
  }

  /// Runs the webhook on a request.
  ///
  /// @return the JSON patch, if there is something to change
  /// @throws DeniedException to deny it
  Optional<Bytes> review(AdmissionRequest<T> request) throws Exception {
    switch (action) {
      case Action.Check<T>(var validator) -> {
        if (validator.validate(request) instanceof AdmissionResponse.Denied denied) {
          throw new DeniedException(denied);
        }
        return Optional.empty();
      }
      case Action.Change<T>(var mutator) -> {
        return request.operation() == AdmissionRequest.Operation.DELETE
            ? Optional.empty()
            : patch(request, mutator.mutate(request));
      }
    }
  }

  private Optional<Bytes> patch(AdmissionRequest<T> request, T changed) {
    RawExtension sent = Objects.requireNonNull(request.review().object());
    return ObjectPatch.of(sent.tree(), tree(request.object()), tree(changed));
  }

  private @Nullable Object tree(T object) {
    return new RawExtension(Bytes.of(Codec.of(kind).encode(object, Format.JSON))).tree();
  }

  @Override
  public String toString() {
    return "webhook " + path;
  }
}
