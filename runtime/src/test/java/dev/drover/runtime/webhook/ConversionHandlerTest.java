package dev.drover.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Bytes;
import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.client.Headers;
import dev.drover.client.TimeSource;
import dev.drover.runtime.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What the conversion webhook makes of reviews that it cannot convert.
class ConversionHandlerTest {
  @CustomResource(group = "conversion.drover.dev", version = "v1")
  record Gate(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(int depth) {}
  }

  @CustomResource(
      group = "conversion.drover.dev",
      version = "v1beta1",
      kind = "Gate",
      plural = "gates",
      storage = false)
  record OldGate(ObjectMeta metadata, Gate.Spec spec) implements KubernetesObject {
    Gate toHub() {
      if (spec.depth() < 0) {
        throw new AssertionError("depth is negative\nFORGED");
      }
      return new Gate(metadata, new Gate.Spec(spec.depth() + deepen(spec.depth())));
    }

    private static int deepen(int levels) {
      return levels == 0 ? 0 : 1 + deepen(levels - 1);
    }

    static OldGate fromHub(Gate gate) {
      return new OldGate(gate.metadata, gate.spec);
    }
  }

  private static final Conversion<Gate> CONVERSION =
      Conversion.hub(Gate.class).spoke(OldGate.class, OldGate::toHub, OldGate::fromHub);

  private static String review(String name, int depth) {
    String body =
        """
        {"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
         "request": {"uid": "u-1", "desiredAPIVersion": "conversion.drover.dev/v1", "objects": [
          {"apiVersion": "conversion.drover.dev/v1beta1", "kind": "Gate",
           "metadata": {"name": "%s", "namespace": "shop"}, "spec": {"depth": %d}}]}}
        """
            .formatted(name, depth);
    byte[] answer =
        new ConversionHandler(_ -> CONVERSION, Duration.ofMinutes(1), TimeSource.system())
            .review(
                new HttpRequest(
                    "POST",
                    "/convert",
                    "",
                    Headers.EMPTY,
                    Bytes.of(body.getBytes(StandardCharsets.UTF_8)),
                    false));
    return new String(answer, StandardCharsets.UTF_8);
  }

  @Test
  void objectIsConverted() {
    assertThat(review("a", 2)).contains("\"status\":\"Success\"", "\"depth\":4");
  }

  /// What users of the cluster send must not end the connection, nor the manager.
  @Test
  void errorOfAConversionIsAFailureOfTheReview() {
    assertThat(review("a", -1))
        .contains("\"uid\":\"u-1\"", "\"status\":\"Failure\"", "cannot convert object 'a'")
        .contains("depth is negative");
    assertThat(review("a", Integer.MAX_VALUE / 2))
        .contains("\"status\":\"Failure\"", "StackOverflowError");
  }

  @Test
  void textsOfTheReviewStayOnOneLine() {
    assertThat(review("a\\nERROR forged", -1))
        .contains("\"status\":\"Failure\"")
        .doesNotContain("a\\nERROR", "negative\\nFORGED")
        .contains("a\\\\nERROR forged", "negative\\\\nFORGED");
  }
}
