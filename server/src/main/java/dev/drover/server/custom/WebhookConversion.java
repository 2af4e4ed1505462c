package dev.drover.server.custom;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Names;
import dev.drover.api.RawExtension;
import dev.drover.api.text.GoText;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.webhook.HookClient;
import dev.drover.server.webhook.HookException;
import dev.drover.server.webhook.HookTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Converts objects by the webhook of a definition. It is called for one object at a time, and
/// never while a lock is held.
///
/// In Go: `webhookConverter`.
final class WebhookConversion implements Conversion {
  private static final List<String> VERSIONS = List.of("v1", "v1beta1");
  private static final String GROUP = "apiextensions.k8s.io/";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final TreeNode webhook;
  private final HookClient hooks;

  /// @param webhook the `webhook` of a definition
  WebhookConversion(TreeNode webhook, HookClient hooks) {
    this.webhook = webhook;
    this.hooks = hooks;
  }

  @Override
  public Map<String, @Nullable Object> convert(
      Map<String, @Nullable Object> object, String apiVersion) {
    if (apiVersion.equals(object.get("apiVersion"))) {
      return object;
    }
    TreeNode original = TreeNode.view(object);
    String kind = printed(original);
    String spoken =
        webhook.texts("conversionReviewVersions").stream()
            .filter(VERSIONS::contains)
            .findFirst()
            .orElseThrow(() -> failure("no supported conversion review versions"));
    TreeNode response;
    try {
      response = call(object, apiVersion, spoken);
    } catch (HookException e) {
      throw failure("conversion webhook for " + kind + " failed: " + e.reason());
    }
    List<@Nullable Object> all = response.list("convertedObjects");
    if (all.size() != 1) {
      throw failure(
          "conversion webhook for " + kind + " returned " + all.size() + " objects, expected 1");
    }
    TreeNode converted =
        all.getFirst() instanceof Map<?, ?> map
            ? TreeNode.copyOf(TreeNode.view(map).map())
            : TreeNode.empty();
    try {
      return checked(original, converted, apiVersion);
    } catch (HookException e) {
      throw failure("conversion webhook for " + kind + " returned " + e.reason());
    }
  }

  /// kube-apiserver has no code for these errors.
  private static ApiError failure(String message) {
    return ApiError.of(500, "", message);
  }

  private static String printed(TreeNode object) {
    return object.text("apiVersion") + ", Kind=" + object.text("kind");
  }

  private TreeNode call(Map<String, @Nullable Object> object, String apiVersion, String spoken)
      throws HookException {
    String uid = UUID.randomUUID().toString();
    Map<String, @Nullable Object> request = new LinkedHashMap<>();
    request.put("uid", uid);
    request.put("desiredAPIVersion", apiVersion);
    request.put("objects", List.of(object));
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("uid", "");
    response.put("convertedObjects", null);
    response.put("result", Map.of("metadata", Map.of()));
    Map<String, @Nullable Object> review = new LinkedHashMap<>();
    review.put("kind", "ConversionReview");
    review.put("apiVersion", GROUP + spoken);
    review.put("request", request);
    review.put("response", response);
    TreeNode answer =
        hooks
            .post(
                HookTarget.of(webhook.at("clientConfig")),
                RawExtension.ofTree(review).raw(),
                TIMEOUT)
            .object();
    return response(answer, uid, spoken);
  }

  private static TreeNode response(TreeNode answer, String uid, String spoken)
      throws HookException {
    boolean isV1 = spoken.equals("v1");
    GroupVersionKind said = GroupVersionKind.parse(answer.text("apiVersion"), answer.text("kind"));
    if (isV1 && !printed(answer).equals(GROUP + "v1, Kind=ConversionReview")) {
      throw new HookException(
          "expected webhook response of "
              + GROUP
              + "v1, Kind=ConversionReview, got "
              + said.group()
              + "/"
              + said.version()
              + ", Kind="
              + said.kind());
    }
    if (answer.child("response").isEmpty()) {
      throw new HookException("no response provided");
    }
    TreeNode response = answer.at("response");
    if (isV1 && !response.text("uid").equals(uid)) {
      throw new HookException(
          "expected response.uid="
              + GoText.quote(uid)
              + ", got "
              + GoText.quote(response.text("uid")));
    }
    TreeNode result = response.at("result");
    if (!result.text("status").equals("Success")) {
      throw new HookException(
          result.text("message").isEmpty()
              ? "response.result.status was '" + result.text("status") + "', not 'Success'"
              : result.text("message"));
    }
    return response;
  }

  private static Map<String, @Nullable Object> checked(
      TreeNode original, TreeNode converted, String apiVersion) throws HookException {
    if (!converted.text("apiVersion").equals(apiVersion)) {
      throw new HookException(
          "invalid object at index 0: invalid groupVersion (expected %s, received %s)"
              .formatted(apiVersion, converted.text("apiVersion")));
    }
    if (!converted.text("kind").equals(original.text("kind"))) {
      throw new HookException(
          "invalid object at index 0: invalid kind (expected %s, received %s)"
              .formatted(original.text("kind"), converted.text("kind")));
    }
    for (String field : List.of("name", "namespace", "uid")) {
      String before = original.at("metadata").text(field);
      String after = converted.at("metadata").text(field);
      if (!before.equals(after)) {
        throw new HookException(
            "invalid object: must have the same %s: %s != %s"
                .formatted(field.equals("uid") ? "UID" : field, before, after));
      }
    }
    restoreMetadata(original, converted);
    return converted.map();
  }

  /// Only labels and annotations are the webhook's.
  private static void restoreMetadata(TreeNode original, TreeNode converted) throws HookException {
    if (converted.child("metadata").isEmpty()) {
      throw new HookException("invalid metadata: missing metadata in converted object");
    }
    TreeNode answered = converted.at("metadata");
    TreeNode metadata = TreeNode.copyOf(original.at("metadata").map());
    for (String field : List.of("labels", "annotations")) {
      if (!answered.has(field)) {
        metadata.remove(field);
        continue;
      }
      if (!Objects.equals(answered.get(field), metadata.get(field))) {
        requireValid(answered, field);
        metadata.set(field, answered.get(field));
      }
    }
    converted.set("metadata", metadata.map());
  }

  private static void requireValid(TreeNode answered, String field) throws HookException {
    FieldPath path = FieldPath.of("metadata", "labels");
    List<FieldError> errors = new ArrayList<>();
    answered
        .textMap(field)
        .forEach(
            (key, value) -> {
              Names.qualifiedName(key)
                  .forEach(complaint -> errors.add(FieldError.invalid(path, key, complaint)));
              if (field.equals("labels")) {
                Names.labelValue(value)
                    .forEach(complaint -> errors.add(FieldError.invalid(path, value, complaint)));
              }
            });
    if (!errors.isEmpty()) {
      throw new HookException(
          "invalid metadata: "
              + GoText.aggregate(errors.stream().map(FieldError::message).toList()));
    }
  }
}
