package dev.drover.server.admission.webhook;

import dev.drover.api.Bytes;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.api.Status;
import dev.drover.api.text.GoText;
import dev.drover.schema.JsonShape;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.CallNotes;
import dev.drover.server.webhook.HookException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The response of a webhook to a review.
///
/// In Go: `request.VerifyAdmissionResponse`.
///
/// @param patch JSON; empty if nothing is to be changed
/// @param patchType empty without a patch
/// @param status what is said of a refusal; may be empty
/// @param auditAnnotations keys without the name of the webhook
record ReviewResponse(
    boolean allowed,
    Bytes patch,
    String patchType,
    TreeNode status,
    List<String> warnings,
    Map<String, String> auditAnnotations) {
  private static final GroupVersionKind V1 =
      new GroupVersionKind("admission.k8s.io", "v1", "AdmissionReview");

  /// Reads an answer.
  ///
  /// @throws HookException when it is none that a webhook may give
  static ReviewResponse of(TreeNode answer, AdmissionReview review, boolean isMutating)
      throws HookException {
    GroupVersionKind said = GroupVersionKind.parse(answer.text("apiVersion"), answer.text("kind"));
    GroupVersionKind expected = V1.withVersion(review.version());
    requireReadable(said, expected);
    requireTypes(answer);
    if (answer.child("response").isEmpty()) {
      throw invalid("webhook response was absent");
    }
    TreeNode response = answer.at("response");
    Bytes patch = patch(response);
    boolean isV1 = review.version().equals("v1");
    if (isV1) {
      checkIdentity(response, said, review);
      checkPatch(response, patch, isMutating);
    }
    String type = isV1 ? response.text("patchType") : !patch.isEmpty() ? "JSONPatch" : "";
    return new ReviewResponse(
        response.isTrue("allowed"),
        isMutating ? patch : Bytes.EMPTY,
        isMutating ? type : "",
        response.at("status"),
        response.texts("warnings"),
        response.textMap("auditAnnotations"));
  }

  /// What Go's decoder makes of another kind.
  private static void requireReadable(GroupVersionKind said, GroupVersionKind expected)
      throws HookException {
    GroupVersionKind meant =
        new GroupVersionKind(
            said.apiVersion().isEmpty() ? expected.group() : said.group(),
            said.apiVersion().isEmpty() ? expected.version() : said.version(),
            said.kind().isEmpty() ? expected.kind() : said.kind());
    if (meant.equals(expected)) {
      return;
    }
    if (meant.apiVersion().equals("v1") && meant.kind().equals("Status")) {
      throw new HookException(
          "failed to call webhook: converting (v1.Status) to (%s.AdmissionReview): unknown conversion"
              .formatted(expected.version()));
    }
    boolean isKnown =
        meant.group().equals(expected.group())
            && meant.kind().equals(expected.kind())
            && (meant.version().equals("v1") || meant.version().equals("v1beta1"));
    if (isKnown) {
      throw new HookException(
          "failed to call webhook: converting (%s.AdmissionReview) to (%s.AdmissionReview): unknown conversion"
              .formatted(meant.version(), expected.version()));
    }
    throw new HookException(
        "failed to call webhook: no kind %s is registered for version %s in scheme %s"
            .formatted(
                GoText.quote(meant.kind()),
                GoText.quote(meant.apiVersion()),
                GoText.quote("pkg/runtime/scheme.go:111")));
  }

  private static void requireTypes(TreeNode answer) throws HookException {
    requireType(
        answer.get("response"), Map.class, "AdmissionReview.response", "v1.AdmissionResponse");
    TreeNode response = answer.at("response");
    requireType(response.get("uid"), String.class, field("uid"), "types.UID");
    requireType(response.get("allowed"), Boolean.class, field("allowed"), "bool");
    requireType(response.get("patch"), String.class, field("patch"), "[]uint8");
    requireType(response.get("patchType"), String.class, field("patchType"), "v1.PatchType");
    requireType(response.get("status"), Map.class, field("status"), "v1.Status");
    requireType(response.get("warnings"), List.class, field("warnings"), "[]string");
    requireType(
        response.get("auditAnnotations"),
        Map.class,
        field("auditAnnotations"),
        "map[string]string");
  }

  private static String field(String name) {
    return "AdmissionResponse.response." + name;
  }

  private static void requireType(
      @Nullable Object value, Class<?> type, String field, String goType) throws HookException {
    if (value != null && !type.isInstance(value)) {
      throw new HookException(
          "failed to call webhook: json: cannot unmarshal "
              + JsonShape.of(value)
              + " into Go struct field "
              + field
              + " of type "
              + goType);
    }
  }

  private static Bytes patch(TreeNode response) throws HookException {
    try {
      return Bytes.of(Base64.getDecoder().decode(response.text("patch")));
    } catch (IllegalArgumentException e) {
      throw new HookException("failed to call webhook: illegal base64 data in response.patch");
    }
  }

  private static void checkIdentity(
      TreeNode response, GroupVersionKind said, AdmissionReview review) throws HookException {
    if (!response.text("uid").equals(review.uid())) {
      throw invalid(
          "expected response.uid=%s, got %s"
              .formatted(GoText.quote(review.uid()), GoText.quote(response.text("uid"))));
    }
    if (!said.equals(V1)) {
      throw invalid(
          "expected webhook response of %s, got %s".formatted(printed(V1), printed(said)));
    }
  }

  private static String printed(GroupVersionKind kind) {
    return kind.group() + "/" + kind.version() + ", Kind=" + kind.kind();
  }

  private static void checkPatch(TreeNode response, Bytes patch, boolean isMutating)
      throws HookException {
    boolean hasType = response.has("patchType");
    if (!isMutating) {
      if (!patch.isEmpty()) {
        throw invalid("validating webhook may not return response.patch");
      }
      if (hasType) {
        throw invalid("validating webhook may not return response.patchType");
      }
    } else if (!patch.isEmpty() && !hasType) {
      throw invalid("webhook returned response.patch but not response.patchType");
    } else if (patch.isEmpty() && hasType) {
      throw invalid("webhook returned response.patchType but not response.patch");
    } else if (hasType && response.text("patchType").isEmpty()) {
      throw invalid("webhook returned invalid response.patchType of \"\"");
    }
  }

  private static HookException invalid(String reason) {
    return new HookException("received invalid webhook response: " + reason);
  }

  /// Notes the warnings and the audit annotations.
  void note(String webhook, CallNotes notes) {
    warnings.forEach(notes::warn);
    auditAnnotations.forEach((key, value) -> notes.annotate(webhook + "/" + key, value));
  }

  /// The error of a request that the webhook refused.
  ///
  /// In Go: `webhookerrors.ToStatusErr`.
  ApiError denial(String webhook) {
    Status said =
        Status.TYPE.decode(RawExtension.ofTree(status.map()).raw().toByteArray(), Format.JSON);
    String denied = "admission webhook " + GoText.quote(webhook) + " denied the request";
    String message = said.message() == null ? "" : said.message();
    String reason = said.reason() == null ? "" : said.reason();
    String explained =
        !message.isEmpty()
            ? denied + ": " + message
            : !reason.isEmpty() ? denied + ": " + reason : denied + " without explanation";
    return ApiError.of(
        said.toBuilder()
            .status("Failure")
            .code(said.code() < 400 ? 400 : said.code())
            .message(explained)
            .build());
  }
}
