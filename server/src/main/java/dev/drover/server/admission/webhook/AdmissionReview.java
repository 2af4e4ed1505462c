package dev.drover.server.admission.webhook;

import dev.drover.api.Bytes;
import dev.drover.api.RawExtension;
import dev.drover.server.admission.match.AdmissionVariables;
import dev.drover.server.admission.match.RequestView;
import dev.drover.server.core.Resource;
import dev.drover.server.webhook.HookException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The body of a request to a webhook.
///
/// In Go: `request.CreateAdmissionObjects`.
///
/// @param uid which the answer must repeat
/// @param version `v1` or `v1beta1`
record AdmissionReview(String uid, String version, Bytes json) {
  private static final List<String> VERSIONS = List.of("v1", "v1beta1");

  /// The review of a request, in the first version that the webhook and the server know.
  ///
  /// @throws HookException when there is none
  static AdmissionReview of(Hook hook, RequestView request, Resource version) throws HookException {
    String spoken =
        hook.reviewVersions().stream()
            .filter(VERSIONS::contains)
            .findFirst()
            .orElseThrow(
                () ->
                    new HookException(
                        "could not create admission objects: webhook does not accept known"
                            + " AdmissionReview versions (v1, v1beta1)"));
    String uid = UUID.randomUUID().toString();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("uid", uid);
    fields.putAll(AdmissionVariables.request(request, version));
    fields.put("object", request.object(version));
    fields.put("oldObject", request.old(version));
    Map<String, @Nullable Object> review = new LinkedHashMap<>();
    review.put("kind", "AdmissionReview");
    review.put("apiVersion", "admission.k8s.io/" + spoken);
    review.put("request", fields);
    return new AdmissionReview(uid, spoken, RawExtension.ofTree(review).raw());
  }
}
