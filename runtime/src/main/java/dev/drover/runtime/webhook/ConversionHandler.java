package dev.drover.runtime.webhook;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.RawExtension;
import dev.drover.api.text.PrintableText;
import dev.drover.client.TimeSource;
import dev.drover.runtime.http.HttpRequest;
import dev.drover.runtime.internal.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the response to a ConversionReview: all objects converted, or a failure that names the
/// first one that was not.
///
/// @param conversions by kind; null if there is none
/// @param timeout the time that a review may take
record ConversionHandler(
    Function<GroupKind, @Nullable Conversion<?>> conversions, Duration timeout, TimeSource time) {
  private static final Logger LOG = LoggerFactory.getLogger(ConversionHandler.class);
  private static final String GROUP = "apiextensions.k8s.io/";

  /// The response as JSON.
  byte[] review(HttpRequest request) {
    Map<String, @Nullable Object> review = Map.of();
    String problem;
    if (request.isBodyTooLarge()) {
      problem = "the review is larger than " + request.body().length() + " bytes";
    } else {
      try {
        review = map(new RawExtension(request.body()).tree());
        problem = problem(review);
      } catch (DecodeException | IllegalArgumentException e) {
        problem = "the review is no JSON: " + e.getMessage();
      }
    }
    Map<String, @Nullable Object> asked = map(review.get("request"));
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("uid", text(asked, "uid"));
    if (problem.isEmpty()) {
      convert(asked, response);
    } else {
      fail(response, problem);
    }
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put(
        "apiVersion",
        text(review, "apiVersion").isEmpty() ? GROUP + "v1" : text(review, "apiVersion"));
    answer.put("kind", "ConversionReview");
    answer.put("response", response);
    return RawExtension.ofTree(answer).raw().toByteArray();
  }

  private static String problem(Map<String, @Nullable Object> review) {
    if (!text(review, "kind").equals("ConversionReview")
        || !text(review, "apiVersion").startsWith(GROUP)) {
      return "expected a ConversionReview, got " + text(review, "kind");
    }
    return map(review.get("request")).isEmpty() ? "the ConversionReview has no 'request'" : "";
  }

  private void convert(
      Map<String, @Nullable Object> asked, Map<String, @Nullable Object> response) {
    Deadline deadline = Deadline.forThisThread(time, timeout);
    List<Object> converted = new ArrayList<>();
    String failure = "";
    try {
      for (Object object : list(asked.get("objects"))) {
        converted.add(convert(map(object), text(asked, "desiredAPIVersion")));
      }
    } catch (ConversionFailure e) {
      failure = Objects.requireNonNull(e.getMessage());
    } finally {
      if (deadline.end()) {
        Thread.interrupted(); // it was meant for the functions
        failure = "the conversion took longer than " + timeout.toMillis() + " ms";
      }
    }
    if (failure.isEmpty()) {
      response.put("result", Map.of("status", "Success"));
      response.put("convertedObjects", converted);
    } else {
      fail(response, failure);
    }
  }

  private static void fail(Map<String, @Nullable Object> response, String message) {
    String shown = PrintableText.of(message);
    LOG.error("conversion: {}", shown);
    response.put("result", Map.of("status", "Failure", "message", shown));
  }

  private Object convert(Map<String, @Nullable Object> object, String apiVersion)
      throws ConversionFailure {
    String name = PrintableText.of("object '" + text(map(object.get("metadata")), "name") + "'");
    try {
      GroupVersionKind from =
          GroupVersionKind.parse(text(object, "apiVersion"), text(object, "kind"));
      GroupVersionKind to = GroupVersionKind.parse(apiVersion, from.kind());
      Conversion<?> conversion = conversions.apply(from.groupKind());
      if (conversion == null || !to.groupKind().equals(from.groupKind())) {
        throw new IllegalArgumentException(
            "no conversion from %s to %s: call Manager.conversions(...)".formatted(from, to));
      }
      KubernetesObject read = read(conversion.kind(from.version()), object);
      return Objects.requireNonNull(write(conversion.convert(read, to.version())));
    } catch (Throwable e) {
      // An Error too, as in reviews: what users of the cluster send must not stop the manager.
      LOG.error("conversion: failed for {}", name, e);
      String reason = e instanceof Error ? e.toString() : e.getMessage();
      throw new ConversionFailure("cannot convert " + name + ": " + reason);
    }
  }

  private static <T extends KubernetesObject> T read(
      Kind<T> kind, Map<String, @Nullable Object> object) {
    return RawExtension.ofTree(object).as(kind);
  }

  private static @Nullable Object write(KubernetesObject object) {
    return write(Kind.ofObject(object), object);
  }

  private static <T extends KubernetesObject> @Nullable Object write(
      Kind<T> kind, KubernetesObject object) {
    byte[] json = kind.codec().encode(kind.type().cast(object), Format.JSON);
    return new RawExtension(Bytes.of(json)).tree();
  }

  private static Map<String, @Nullable Object> map(@Nullable Object tree) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (tree instanceof Map<?, ?> fields) {
      fields.forEach((name, value) -> map.put(String.valueOf(name), value));
    }
    return map;
  }

  private static List<?> list(@Nullable Object tree) {
    return tree instanceof List<?> list ? list : List.of();
  }

  private static String text(Map<String, @Nullable Object> map, String name) {
    return map.get(name) instanceof String text ? text : "";
  }

  /// One object could not be converted, so none is.
  private static final class ConversionFailure extends Exception {
    private static final long serialVersionUID = 1;

    ConversionFailure(String message) {
      super(message, null, false, false);
    }
  }
}
