package dev.drover.server.webhook;

import dev.drover.api.Bytes;
import dev.drover.api.text.GoText;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The answer of a webhook.
///
/// @param retryAfter the delay after which the webhook wants another call, if it names one
public record HookReply(int status, String contentType, Bytes body, Optional<Duration> retryAfter) {
  private static final int SHOWN = 2048; // bytes of an answer that a message repeats

  static HookReply of(HookConnection.Answer answer) {
    String wait = answer.headers().getOrDefault("retry-after", "");
    boolean isLater = answer.status() == 429 || answer.status() >= 500;
    return new HookReply(
        answer.status(),
        answer.headers().getOrDefault("content-type", ""),
        answer.body(),
        isLater && wait.matches("\\d{1,6}")
            ? Optional.of(Duration.ofSeconds(Long.parseLong(wait)))
            : Optional.empty());
  }

  /// The object of the answer.
  ///
  /// @throws HookException when the webhook answered with an error, or with something else
  public TreeNode object() throws HookException {
    if (status < 200 || status > 206) {
      throw new HookException(failure());
    }
    if (body.isEmpty()) {
      throw new HookException(
          "0-length response with status code: %d and content type: %s"
              .formatted(status, contentType));
    }
    return TreeNode.copyOf(tree());
  }

  private Map<String, Object> tree() throws HookException {
    Object tree;
    try {
      tree = TypedForm.parse(body.toByteArray()).tree();
    } catch (UnreadableException e) {
      throw new HookException("couldn't get version/kind; json parse error: " + e.getMessage());
    }
    if (!(tree instanceof Map<?, ?> fields)) {
      throw new HookException(
          "couldn't get version/kind; json parse error: json: cannot unmarshal "
              + dev.drover.schema.JsonShape.of(tree)
              + " into Go value of type struct { APIVersion string"
              + " \"json:\\\"apiVersion,omitempty\\\"\"; Kind string"
              + " \"json:\\\"kind,omitempty\\\"\" }");
    }
    @SuppressWarnings("unchecked") // trees of JSON have names as keys
    Map<String, Object> named = (Map<String, Object>) fields;
    return named;
  }

  private static boolean isStatus(TreeNode object) {
    return object.text("kind").equals("Status") && object.text("apiVersion").equals("v1");
  }

  /// What client-go makes of an error: the status in the body if there is one.
  private String failure() {
    try {
      TreeNode object = TreeNode.copyOf(tree());
      if (isStatus(object) && object.text("status").equals("Failure")) {
        return object.text("message");
      }
    } catch (HookException e) {
      return generic(); // no JSON: the code says it all
    }
    return generic();
  }

  private String shownText() {
    byte[] bytes = body.toByteArray();
    String text = new String(bytes, 0, Math.min(bytes.length, SHOWN), StandardCharsets.UTF_8);
    boolean isText = contentType.isEmpty() || contentType.startsWith("text/");
    return isText ? text.strip() : "unknown";
  }

  /// In Go: `errors.NewGenericServerResponse`.
  private String generic() {
    String shown = shownText();
    return switch (status) {
      case 409 -> "the server reported a conflict";
      case 404 -> "the server could not find the requested resource";
      case 401 -> "the server has asked for the client to provide credentials";
      case 403, 415 -> shown;
      case 406 ->
          shown.isEmpty() || shown.equals("unknown")
              ? "the server was unable to respond with a content type that the client supports"
              : shown;
      case 405 -> "the server does not allow this method on the requested resource";
      case 422 -> "the server rejected our request due to an error in our request";
      case 503 -> "the server is currently unable to handle the request";
      case 504 ->
          "the server was unable to return a response in the time allotted, but may still be"
              + " processing the request";
      case 429 -> "the server has received too many requests and has asked us to try again later";
      case 400 -> "the server rejected our request for an unknown reason";
      default ->
          status >= 500
              ? "an error on the server ("
                  + GoText.quote(shown)
                  + ") has prevented the request from succeeding"
              : "the server responded with the status code "
                  + status
                  + " but did not return more information";
    };
  }
}
