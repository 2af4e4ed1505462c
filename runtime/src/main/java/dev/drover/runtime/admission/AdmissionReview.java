package dev.drover.runtime.admission;

import dev.drover.api.Bytes;
import dev.drover.api.Codec;
import dev.drover.api.CustomResource;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.RawExtension;
import dev.drover.api.Status;
import dev.drover.model.authentication.v1.UserInfo;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The question of an API server to a webhook, and the answer, which has the same form.
///
/// In Go: {@index admissionv1.AdmissionReview}.
@CustomResource(group = "admission.k8s.io", version = "v1")
public record AdmissionReview(
    ObjectMeta metadata, @Nullable Request request, @Nullable Response response)
    implements KubernetesObject {
  private static final Codec<AdmissionReview> CODEC = Codec.of(Kind.of(AdmissionReview.class));

  /// Reads a review.
  ///
  /// @throws dev.drover.api.DecodeException when it is something else; says what and where
  public static AdmissionReview decode(byte[] json) {
    return CODEC.decode(json, Format.JSON);
  }

  /// A review with nothing but an answer.
  public static AdmissionReview of(Response response) {
    return new AdmissionReview(ObjectMeta.builder().build(), null, response);
  }

  /// The review as JSON.
  public byte[] encode() {
    return CODEC.encode(this, Format.JSON);
  }

  /// The question.
  public record Request(
      String uid,
      KindName kind,
      ResourceName resource,
      @Nullable String subResource,
      @Nullable String name,
      @Nullable String namespace,
      String operation,
      UserInfo userInfo,
      @Nullable RawExtension object,
      @Nullable RawExtension oldObject,
      @Nullable Boolean dryRun,
      @Nullable RawExtension options) {
    /// A request of a user without a name for an object that is yet to be set.
    public static Request of(Kind<?> kind, String operation) {
      GroupVersionKind gvk = kind.gvk();
      return new Request(
          UUID.randomUUID().toString(),
          new KindName(gvk.group(), gvk.version(), gvk.kind()),
          new ResourceName(gvk.group(), gvk.version(), kind.plural()),
          null,
          null,
          null,
          operation,
          UserInfo.builder().build(),
          null,
          null,
          null,
          null);
    }
  }

  /// The answer.
  public record Response(
      String uid,
      boolean allowed,
      @Nullable Status status,
      @Nullable Bytes patch,
      @Nullable String patchType,
      Map<String, String> auditAnnotations,
      List<String> warnings) {}

  /// A kind in three fields.
  public record KindName(String group, String version, String kind) {
    public GroupVersionKind gvk() {
      return new GroupVersionKind(group, version, kind);
    }
  }

  /// A resource in three fields.
  public record ResourceName(String group, String version, String resource) {
    public GroupVersionResource gvr() {
      return new GroupVersionResource(group, version, resource);
    }
  }
}
