package dev.drover.runtime.admission;

import dev.drover.api.Bytes;
import dev.drover.api.CustomResource;
import dev.drover.api.DecodeException;
import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.RawExtension;
import dev.drover.api.Scope;
import dev.drover.api.Status;
import dev.drover.api.TypeMeta;
import dev.drover.api.codec.Codec;
import dev.drover.model.authentication.v1.UserInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The request of an API server to a webhook, and the response, which has the same form.
///
/// In Go: `admissionv1.AdmissionReview`.
@CustomResource(group = "admission.k8s.io", version = "v1")
public record AdmissionReview(
    ObjectMeta metadata, @Nullable Request request, @Nullable Response response)
    implements KubernetesObject {
  private static final Codec<AdmissionReview> CODEC = Codec.of(Kind.of(AdmissionReview.class));

  private static final GroupVersionKind BETA =
      new GroupVersionKind("admission.k8s.io", "v1beta1", "AdmissionReview");

  private static final Codec<DynamicObject> BETA_CODEC =
      Codec.of(Kind.dynamic(BETA, "admissionreviews", Scope.CLUSTER));

  private static final Pattern STARTS_AS_BETA =
      Pattern.compile("\\s*\\{[^{}]*\"apiVersion\"\\s*:\\s*\"admission\\.k8s\\.io/v1beta1\"");

  /// The versions of a review, which have the same fields. An API server accepts only a response in
  /// the version of its question.
  public enum Version {
    V1,
    V1BETA1
  }

  /// Reads a review of `v1`.
  ///
  /// @throws dev.drover.api.DecodeException when it is something else; says what and where
  public static AdmissionReview decode(byte[] json) {
    return CODEC.decode(json, Format.JSON);
  }

  /// Reads a review of a version.
  ///
  /// @throws dev.drover.api.DecodeException when it is something else; says what and where
  public static AdmissionReview decode(byte[] json, Version version) {
    return switch (version) {
      case V1 -> decode(json);
      case V1BETA1 ->
          BETA_CODEC
              .decode(json, Format.JSON)
              .withGvk(CODEC.kind().gvk())
              .as(AdmissionReview.class);
    };
  }

  /// The version that a request says it has, also one that is cut off: API servers write it first.
  ///
  /// @return `v1` for everything else
  public static Version versionOf(byte[] json) {
    boolean isBeta;
    try {
      isBeta = TypeMeta.of(json, Format.JSON).gvk().equals(BETA);
    } catch (DecodeException e) {
      String start = new String(json, 0, Math.min(json.length, 256), StandardCharsets.UTF_8);
      isBeta = STARTS_AS_BETA.matcher(start).lookingAt();
    }
    return isBeta ? Version.V1BETA1 : Version.V1;
  }

  /// A review with nothing but an answer.
  public static AdmissionReview of(Response response) {
    return new AdmissionReview(ObjectMeta.builder().build(), null, response);
  }

  /// The review as JSON of a version.
  public byte[] encode(Version version) {
    return switch (version) {
      case V1 -> CODEC.encode(this, Format.JSON);
      case V1BETA1 -> BETA_CODEC.encode(DynamicObject.of(this).withGvk(BETA), Format.JSON);
    };
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
