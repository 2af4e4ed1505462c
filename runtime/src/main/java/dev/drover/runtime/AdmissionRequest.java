package dev.drover.runtime;

import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.RawExtension;
import dev.drover.model.authentication.v1.UserInfo;
import dev.drover.runtime.admission.AdmissionReview;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What somebody wants to do to an object, before it is done. Belongs to one review; one thread.
///
/// In Go: {@index admission.Request}, {@index admission.RequestFromContext}.
///
/// @param <T> the type of the object
public final class AdmissionRequest<T extends KubernetesObject> {
  private final AdmissionReview.Request review;
  private final Operation operation;
  private final @Nullable T now;
  private final @Nullable T old;
  private final List<String> warnings = new ArrayList<>();
  private final Map<String, String> annotations = new LinkedHashMap<>();

  /// What is to be done.
  ///
  /// In Go: {@index admissionv1.Operation}.
  public enum Operation {
    /// A new object.
    CREATE,
    /// Another state of an object.
    UPDATE,
    /// The end of an object.
    DELETE,
    /// A connection to an object, such as `kubectl exec`.
    CONNECT
  }

  /// @throws IllegalArgumentException when the review is about something else than such objects
  AdmissionRequest(AdmissionReview.Request review, Kind<T> kind) {
    this.review = review;
    this.operation = operation(review.operation());
    if (!review.kind().gvk().equals(kind.gvk())) {
      throw new IllegalArgumentException(
          "this webhook is for " + kind + ", but the request is about " + review.kind().gvk());
    }
    this.now = object(review.object(), kind);
    this.old = object(review.oldObject(), kind);
    if (now == null && old == null) {
      throw new IllegalArgumentException("the request has neither 'object' nor 'oldObject'");
    }
  }

  private static Operation operation(String word) {
    for (Operation known : Operation.values()) {
      if (known.name().equals(word)) {
        return known;
      }
    }
    throw new IllegalArgumentException("'" + word + "' is no operation");
  }

  private static <T extends KubernetesObject> @Nullable T object(
      @Nullable RawExtension raw, Kind<T> kind) {
    return raw == null || raw.raw().isEmpty() ? null : raw.as(kind);
  }

  /// What is to be done.
  public Operation operation() {
    return operation;
  }

  /// The object as it is to be; when it is to go, as it was last.
  public T object() {
    return now != null ? now : Objects.requireNonNull(old);
  }

  /// The object as it was before, if it is changed or deleted.
  public Optional<T> old() {
    return Optional.ofNullable(old);
  }

  /// Who wants it.
  public UserInfo user() {
    return review.userInfo();
  }

  /// Tells this request from all others, in logs.
  public String uid() {
    return review.uid();
  }

  /// The resource that the request is for.
  public GroupVersionResource resource() {
    return review.resource().gvr();
  }

  /// The part of the resource that it is for, such as `status`; empty = the object itself.
  public String subresource() {
    return Objects.requireNonNullElse(review.subResource(), "");
  }

  /// The name of the object; empty when the server is yet to choose it.
  public String name() {
    return Objects.requireNonNullElse(review.name(), "");
  }

  /// The namespace of the object; empty for objects of the cluster.
  public String namespace() {
    return Objects.requireNonNullElse(review.namespace(), "");
  }

  /// Whether nothing will come of it: then a webhook must change nothing elsewhere either.
  public boolean isDryRun() {
    return Boolean.TRUE.equals(review.dryRun());
  }

  /// The options of the request as a JSON object: those of a create, an update or a delete.
  public RawExtension options() {
    return Objects.requireNonNullElse(review.options(), RawExtension.NULL);
  }

  /// Tells the user something, whatever the verdict is: `kubectl` shows it.
  ///
  /// One line of up to 256 characters is best: an API server may cut what is longer.
  public void warn(String text) {
    warnings.add(text);
  }

  /// Adds a note to the server's audit log.
  ///
  /// @param key one word; the server puts the name of the webhook before it
  public void annotate(String key, String value) {
    annotations.put(key, value);
  }

  AdmissionReview.Request review() {
    return review;
  }

  List<String> warnings() {
    return warnings;
  }

  Map<String, String> annotations() {
    return annotations;
  }
}
