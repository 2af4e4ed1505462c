package dev.drover.runtime.webhook;

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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A request to an API server that a [Webhook] reviews before it is carried out.
///
/// Unit tests of webhooks make their own:
///
/// ```java
/// var request = AdmissionRequest.update(old, changed).with(r -> r.user("jane", "staff").dryRun(true));
/// assertThat(validate(request)).isEqualTo(AdmissionResponse.allow());
/// assertThat(request.warnings()).containsExactly("five scoops melt");
/// ```
///
/// Belongs to one review and one thread.
///
/// In Go: {@index admission.Request}, {@index admission.RequestFromContext}.
///
/// @param <T> the type of the object
public final class AdmissionRequest<T extends KubernetesObject> {
  private final AdmissionReview.Request review;
  private final Kind<T> kind;
  private final Operation operation;
  private final @Nullable T now;
  private final @Nullable T old;
  private final List<String> warnings = new ArrayList<>();
  private final Map<String, String> annotations = new LinkedHashMap<>();

  /// The operation on the object.
  ///
  /// In Go: {@index admissionv1.Operation}.
  public enum Operation {
    /// Creates an object.
    CREATE,
    /// Changes an object.
    UPDATE,
    /// Deletes an object.
    DELETE,
    /// Connects to an object, such as `kubectl exec`.
    CONNECT
  }

  /// A request that creates an object, for unit tests of webhooks.
  public static <T extends KubernetesObject> AdmissionRequest<T> create(T object) {
    return of(Operation.CREATE, object, RawExtension.of(object), null);
  }

  /// A request that changes an object, for unit tests of webhooks.
  public static <T extends KubernetesObject> AdmissionRequest<T> update(T old, T object) {
    return of(Operation.UPDATE, object, RawExtension.of(object), RawExtension.of(old));
  }

  /// A request that deletes an object, for unit tests of webhooks.
  public static <T extends KubernetesObject> AdmissionRequest<T> delete(T old) {
    return of(Operation.DELETE, old, null, RawExtension.of(old));
  }

  private static <T extends KubernetesObject> AdmissionRequest<T> of(
      Operation operation, T object, @Nullable RawExtension now, @Nullable RawExtension old) {
    Kind<T> kind = Kind.ofObject(object);
    Builder builder = new Builder(AdmissionReview.Request.of(kind, operation.name()));
    return new AdmissionRequest<>(builder.about(object, now, old).build(), kind);
  }

  /// A copy with changes and without warnings and annotations, for unit tests of webhooks.
  public AdmissionRequest<T> with(Consumer<Builder> change) {
    Builder builder = new Builder(review);
    change.accept(builder);
    return new AdmissionRequest<>(builder.build(), kind);
  }

  /// @throws IllegalArgumentException if the review is for objects of another kind
  AdmissionRequest(AdmissionReview.Request review, Kind<T> kind) {
    this.review = review;
    this.kind = kind;
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

  /// The operation on the object.
  public Operation operation() {
    return operation;
  }

  /// The object as the request wants it; of a deletion, as it was last.
  public T object() {
    return now != null ? now : Objects.requireNonNull(old);
  }

  /// The object as it is stored, if it is changed or deleted.
  public Optional<T> old() {
    return Optional.ofNullable(old);
  }

  /// The user that sent the request.
  public UserInfo user() {
    return review.userInfo();
  }

  /// Identifies the request, for logs.
  public String uid() {
    return review.uid();
  }

  /// The resource that the request is for.
  public GroupVersionResource resource() {
    return review.resource().gvr();
  }

  /// The subresource that the request is for, such as `status`; empty = the object itself.
  public String subresource() {
    return Objects.requireNonNullElse(review.subResource(), "");
  }

  /// The name of the object; empty if the server has not chosen it yet.
  public String name() {
    return Objects.requireNonNullElse(review.name(), "");
  }

  /// The namespace of the object; empty for objects of the cluster.
  public String namespace() {
    return Objects.requireNonNullElse(review.namespace(), "");
  }

  /// Whether nothing will be stored: a webhook must then have no side effects either.
  public boolean isDryRun() {
    return Boolean.TRUE.equals(review.dryRun());
  }

  /// The options of the request as a JSON object: those of a create, an update or a delete.
  public RawExtension options() {
    return Objects.requireNonNullElse(review.options(), RawExtension.NULL);
  }

  /// Adds a warning for the user, whether the request is allowed or denied: `kubectl` prints it.
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

  /// The warnings so far.
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /// The audit annotations so far.
  public Map<String, String> annotations() {
    return Map.copyOf(annotations);
  }

  /// Changes a request. Not thread safe.
  public static final class Builder {
    private String uid;
    private final AdmissionReview.KindName kind;
    private final AdmissionReview.ResourceName resource;
    private @Nullable String subresource;
    private @Nullable String name;
    private @Nullable String namespace;
    private final String operation;
    private UserInfo user;
    private @Nullable RawExtension object;
    private @Nullable RawExtension old;
    private @Nullable Boolean dryRun;
    private @Nullable RawExtension options;

    private Builder(AdmissionReview.Request from) {
      uid = from.uid();
      kind = from.kind();
      resource = from.resource();
      subresource = from.subResource();
      name = from.name();
      namespace = from.namespace();
      operation = from.operation();
      user = from.userInfo();
      object = from.object();
      old = from.oldObject();
      dryRun = from.dryRun();
      options = from.options();
    }

    private Builder about(
        KubernetesObject subject, @Nullable RawExtension now, @Nullable RawExtension before) {
      name = subject.name();
      namespace = subject.namespace();
      object = now;
      old = before;
      return this;
    }

    /// As [AdmissionRequest#uid].
    public Builder uid(String changed) {
      uid = changed;
      return this;
    }

    /// As [AdmissionRequest#user], by name and groups.
    public Builder user(String username, String... groups) {
      return user(UserInfo.builder().username(username).groups(groups).build());
    }

    /// As [AdmissionRequest#user].
    public Builder user(UserInfo changed) {
      user = changed;
      return this;
    }

    /// As [AdmissionRequest#subresource].
    public Builder subresource(String changed) {
      subresource = changed;
      return this;
    }

    /// As [AdmissionRequest#isDryRun].
    public Builder dryRun(boolean changed) {
      dryRun = changed;
      return this;
    }

    /// As [AdmissionRequest#options].
    public Builder options(RawExtension changed) {
      options = changed;
      return this;
    }

    private AdmissionReview.Request build() {
      return new AdmissionReview.Request(
          uid,
          kind,
          resource,
          subresource,
          name,
          namespace,
          operation,
          user,
          object,
          old,
          dryRun,
          options);
    }
  }
}
